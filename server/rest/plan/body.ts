import type { Column } from "../catalog.ts";
import type { Payload } from "../parse/request.ts";
import { quoteName, quoteText, type Values } from "./sql.ts";

/** Returns the rows of a JSON body as a relation `rest_body` with the given columns. */
export function bodyRows(
  payload: Payload,
  columns: readonly Column[],
  withDefaults: boolean,
  values: Values,
): string {
  const typed = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(", ");
  const json = values.add(payload.json);
  const reader = `${withDefaults ? "jsonb" : "json"}_to_record${payload.isArray ? "set" : ""}`;
  const rows = withDefaults ? withMissingDefaults(json, payload.isArray, columns) : json;
  return `${reader}(${rows}) as rest_body(${typed})`;
}

/** Adds the default of each missing column before the rows are read. Each row computes its own. */
function withMissingDefaults(json: string, isArray: boolean, columns: readonly Column[]): string {
  const pairs = columns.flatMap(({ name, default: value }) =>
    value === null ? [] : [quoteText(name), value],
  );
  const defaults = `jsonb_build_object(${pairs.join(", ")})`;
  return isArray
    ? `(select jsonb_agg(${defaults} || element) from jsonb_array_elements(${json}::jsonb) element)`
    : `${defaults} || ${json}::jsonb`;
}
