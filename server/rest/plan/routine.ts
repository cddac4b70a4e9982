import type { Refusal } from "../../errors/refusal.ts";
import type { Catalog, Routine } from "../catalog.ts";
import { refusal } from "../errors.ts";
import { findNearestName } from "./nearest-name.ts";

/** Returns the only function of this name that accepts these arguments. */
export function requireRoutine(
  catalog: Catalog,
  name: string,
  given: readonly string[],
  fromBody: boolean,
): Routine {
  const overloads = catalog.functions.get(name) ?? [];
  const [found, ...others] = overloads.filter((routine) => accepts(routine, given));
  if (found && others.length > 0) throw ambiguous([found, ...others]);
  if (found) return found;
  const similar =
    overloads.length > 0
      ? findNearestCall(name, given, overloads)
      : findNearestName(name, catalog.functions.keys());
  throw notFound(name, given, fromBody, similar);
}

/** The arguments include every required parameter and no unknown one. */
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
  similar: string | undefined,
): Refusal {
  const names = given.join(", ");
  const call = `public.${name}${given.length > 0 ? `(${names})` : " without parameters"}`;
  const searched =
    given.length === 0 ? "without parameters" : `with parameter${given.length > 1 ? "s" : ""} ${names}`;
  const orJson = fromBody ? " or with a single unnamed json/jsonb parameter" : "";
  return refusal(404, "PGRST202", `Could not find the function ${call} in the schema cache`, {
    details: `Searched for the function public.${name} ${searched}${orJson}, but no matches were found in the schema cache.`,
    hint: similar === undefined ? null : `Perhaps you meant to call the function public.${similar}`,
  });
}

function findNearestCall(
  name: string,
  given: readonly string[],
  overloads: readonly Routine[],
): string | undefined {
  const lists = overloads.map(({ parameters }) =>
    listed(parameters.map((parameter) => parameter.name).sort()),
  );
  const similar = findNearestName(listed(given), lists);
  return similar === undefined ? undefined : name + similar;
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
