import type { Column } from "../catalog.ts";
import type { Payload } from "../parse/request.ts";
import { quoteName, quoteText, type Values } from "./sql.ts";

/** The rows of a JSON body as a relation called `rest_body`, for the columns named. */
export function bodyRows(
  payload: Payload,
  columns: readonly Column[],
  withDefaults: boolean,
  values: Values,
): string {
  const typed = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(", ");
  const json = values.place(payload.json);
  const reader = `${withDefaults ? "jsonb" : "json"}_to_record${payload.isArray ? "set" : ""}`;
  const rows = withDefaults ? filledUp(json, payload.isArray, columns) : json;
  return `${reader}(${rows}) as rest_body(${typed})`;
}

/** What a row leaves out is put in before it is read; a default is computed once a row. */
function filledUp(json: string, isArray: boolean, columns: readonly Column[]): string {
  const pairs = columns.flatMap(({ name, default: value }) =>
    value === null ? [] : [quoteText(name), value],
  );
  const defaults = `jsonb_build_object(${pairs.join(", ")})`;
  return isArray
    ? `(select jsonb_agg(${defaults} || element) from jsonb_array_elements(${json}::jsonb) element)`
    : `${defaults} || ${json}::jsonb`;
}
