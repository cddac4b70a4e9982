import type { Refusal } from "../../errors/refusal.ts";
import type { Catalog, Routine } from "../catalog.ts";
import { refusal } from "../errors.ts";
import { nearest } from "./nearest.ts";

/** The one function of this name that can be called with these arguments. */
export function requireFunction(
  catalog: Catalog,
  name: string,
  given: readonly string[],
  fromBody: boolean,
): Routine {
  const namesakes = catalog.functions.get(name) ?? [];
  const [found, ...others] = namesakes.filter((routine) => accepts(routine, given));
  if (found && others.length > 0) throw ambiguous([found, ...others]);
  if (found) return found;
  const like =
    namesakes.length > 0 ? nearestCall(name, given, namesakes) : nearest(name, catalog.functions.keys());
  throw notFound(name, given, fromBody, like);
}

/** All that it requires, and nothing that it does not know. */
function accepts({ parameters }: Routine, given: readonly string[]): boolean {
  const isGiven = (name: string) => given.includes(name);
  return (
    given.every((name) => parameters.some((parameter) => parameter.name === name)) &&
    parameters.every(({ name, isRequired }) => !isRequired || isGiven(name))
  );
}

function notFound(
  name: string,
  given: readonly string[],
  fromBody: boolean,
  like: string | undefined,
): Refusal {
  const names = given.join(", ");
  const call = `public.${name}${given.length > 0 ? `(${names})` : " without parameters"}`;
  const searched =
    given.length === 0 ? "without parameters" : `with parameter${given.length > 1 ? "s" : ""} ${names}`;
  const orJson = fromBody ? " or with a single unnamed json/jsonb parameter" : "";
  return refusal(404, "PGRST202", `Could not find the function ${call} in the schema cache`, {
    details: `Searched for the function public.${name} ${searched}${orJson}, but no matches were found in the schema cache.`,
    hint: like === undefined ? null : `Perhaps you meant to call the function public.${like}`,
  });
}

function nearestCall(
  name: string,
  given: readonly string[],
  namesakes: readonly Routine[],
): string | undefined {
  const lists = namesakes.map(({ parameters }) =>
    listed(parameters.map((parameter) => parameter.name).sort()),
  );
  const like = nearest(listed(given), lists);
  return like === undefined ? undefined : name + like;
}

const listed = (names: readonly string[]) => `(${names.join(", ")})`;

function ambiguous(routines: readonly Routine[]): Refusal {
  const calls = routines.map(({ name, parameters }) => {
    const list = parameters.map((parameter) => `${parameter.name} => ${parameter.typeName}`);
    return `public.${name}(${list.join(", ")})`;
  });
  return refusal(
    300,
    "PGRST203",
    `Could not choose the best candidate function between: ${calls.join(", ")}`,
    {
      hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
    },
  );
}
