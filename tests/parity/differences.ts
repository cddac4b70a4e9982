import type { ApiRequest, ApiResponse } from "./exchange.ts";
import { get } from "./requests.ts";

/** A request with another response than from PostgREST 12.0.2. */
interface Difference {
  readonly reason: string;
  readonly request: ApiRequest;
  readonly response: ApiResponse;
}

const JSON_TYPE = "application/json; charset=utf-8";

function refusal(
  status: number,
  code: string,
  message: string,
  details: string | null = null,
  hint: string | null = null,
): ApiResponse {
  const body = JSON.stringify({ code, details, hint, message });
  return { status, headers: { "content-type": JSON_TYPE }, body };
}

function rows(body: string, range: string, more: Record<string, string> = {}): ApiResponse {
  return { status: 200, headers: { "content-type": JSON_TYPE, "content-range": range, ...more }, body };
}

const SYNTAX_ERROR: ApiResponse = {
  status: 400,
  headers: { "content-type": JSON_TYPE },
  body: '{"code":"PGRST100"}',
};
const unknownTable = (name: string) =>
  refusal(404, "PGRST205", `Could not find the table 'public.${name}' in the schema cache`);
const notWithGet = (method: string) =>
  refusal(
    405,
    "PGRST101",
    `Cannot use the ${method} method on RPC`,
    "The function may change data, which only POST may do.",
  );
const notLimited = refusal(
  400,
  "PGRST127",
  "Feature not implemented",
  "Updates and deletes cannot be limited: name the rows with filters.",
);
const onlySecretKey = refusal(
  403,
  "secret_key_only",
  "Only the secret key may use the operators match and imatch.",
  null,
  "Use like or ilike instead.",
);
const overLimit = (message: string, hint: string) => refusal(400, "over_limit", message, null, hint);
const EVERY_ID = '[{"id":1}, \n {"id":2}, \n {"id":3}, \n {"id":4}, \n {"id":5}]';

export const DIFFERENCES: readonly Difference[] = [
  ...["/things/x", "/rpc/add/x", "/things/"].map((path) => ({
    reason: "an invalid path has its own code since version 13",
    request: get(path),
    response: refusal(404, "PGRST125", "Invalid path specified in request URL"),
  })),
  {
    reason: "the root has no document, and its own code since version 13",
    request: get("/"),
    response: refusal(404, "PGRST126", "Root endpoint metadata is disabled"),
  },
  ...["POST", "PATCH"].map((method) => ({
    reason: "a write to an unknown table gets the same refusal as a read",
    request: { method, path: "/nosuch", body: '{"id":1}' },
    response: unknownTable("nosuch"),
  })),
  {
    reason: "CSV is not offered",
    request: get("/things", { accept: "text/csv" }),
    response: refusal(406, "PGRST107", "None of these media types are available: text/csv"),
  },
  ...["text/csv", "application/x-www-form-urlencoded"].map((type) => ({
    reason: "only JSON bodies are accepted",
    request: { method: "POST", path: "/pairs", headers: { "content-type": type }, body: "a=1&b=x" },
    response: refusal(400, "PGRST102", `Content-Type not acceptable: ${type}`),
  })),
  {
    reason: "embedding is not supported, even of related tables",
    request: get("/checked?select=id,things(id)"),
    response: refusal(
      400,
      "PGRST200",
      "Could not find a relationship between 'checked' and 'things' in the schema cache",
      "Embedding other tables is not supported: request each table separately.",
    ),
  },
  ...["POST", "PATCH", "DELETE"].map((method) => ({
    reason: "a write to a view that can only be read is the client's mistake; PostgREST fails",
    request: {
      method,
      path: "/thing_counts?mood=eq.ok",
      ...(method !== "DELETE" && { body: '{"mood":"ok"}' }),
    },
    response: refusal(
      405,
      "PGRST117",
      `Unsupported HTTP method: ${method}`,
      "'thing_counts' is a view that can only be read.",
    ),
  })),
  {
    reason: "casts are not supported",
    request: get("/things?select=id::text"),
    response: SYNTAX_ERROR,
  },
  {
    reason: "renaming columns is not supported",
    request: get("/things?select=a:id"),
    response: SYNTAX_ERROR,
  },
  ...["select=data->a", "data->>a=eq.1", "order=data->a"].map((query) => ({
    reason: "paths into JSON are not supported",
    request: get(`/things?${query}`),
    response: SYNTAX_ERROR,
  })),
  ...["a:id,pairs(a)", "pairs(a::text)", "data->a,id.sum()", "data->a.sum()"].map((list) => ({
    reason: "an unsupported column is a syntax error, reported before an unknown relation or an aggregate",
    request: get(`/things?select=${list}`),
    response: SYNTAX_ERROR,
  })),
  {
    reason: "the first unsupported item is reported; PostgREST reports relations before aggregates",
    request: get("/things?select=id.sum(),pairs(a)"),
    response: refusal(400, "PGRST123", "Use of aggregate functions is not allowed"),
  },
  {
    reason: "a spread without a table is a mistake; PostgREST ignores the whole list",
    request: get("/things?select=...pairs"),
    response: SYNTAX_ERROR,
  },
  {
    reason: "`is.not_null` is supported, as since version 13",
    request: get("/things?select=id&size=is.not_null&order=id"),
    response: rows('[{"id":1}, \n {"id":2}, \n {"id":3}, \n {"id":4}, \n {"id":5}]', "0-4/*"),
  },
  {
    reason: "PUT is not supported",
    request: { method: "PUT", path: "/pairs?a=eq.1&b=eq.x", body: '{"a":1,"b":"x"}' },
    response: refusal(405, "PGRST117", "Unsupported HTTP method: PUT"),
  },
  {
    reason: "limits are refused for updates, as since version 13; ignoring one would update every row",
    request: { method: "PATCH", path: "/pairs?limit=1&order=a,b", body: '{"value":"z"}' },
    response: notLimited,
  },
  {
    reason: "limits are refused for deletes, too",
    request: { method: "DELETE", path: "/pairs?limit=1&order=a,b" },
    response: notLimited,
  },
  ...["/rpc/nothing", "/rpc/add_pair?a=9&b=q"].map((path) => ({
    reason: "volatile functions require POST; PostgREST runs them in a read-only transaction",
    request: get(path),
    response: notWithGet("GET"),
  })),
  ...["planned", "estimated"].map((kind) => ({
    reason: "counts are exact, whichever kind is requested",
    request: get("/things?select=id&order=id", { prefer: `count=${kind}` }),
    response: rows(EVERY_ID, "0-4/5", { "preference-applied": `count=${kind}` }),
  })),
  {
    reason: "the preference timezone= is not supported: times are in UTC",
    request: get("/things?select=at&id=eq.1", { prefer: "timezone=Asia/Kolkata" }),
    response: rows('[{"at":"2027-01-02T04:30:00+00:00"}]', "0-0/*"),
  },
  {
    reason: "max-affected is supported, as since version 13",
    request: {
      method: "PATCH",
      path: "/pairs?a=eq.1",
      headers: { prefer: "handling=strict, max-affected=1" },
      body: '{"value":"z"}',
    },
    response: refusal(
      400,
      "PGRST124",
      "Query result exceeds max-affected preference constraint",
      "The query affects 2 rows",
    ),
  },
  {
    reason: "max-affected is supported, as since version 13",
    request: {
      method: "DELETE",
      path: "/pairs?a=eq.1",
      headers: { prefer: "handling=strict, max-affected=2" },
    },
    response: {
      status: 204,
      headers: { "content-range": "*/*", "preference-applied": "handling=strict, max-affected=2" },
      body: "",
    },
  },
  {
    reason: "`or` selects the rows to update; PostgREST 12 also filters the updated rows by it",
    request: {
      method: "PATCH",
      path: "/pairs?or=(a.eq.2,a.eq.22)&select=a,b",
      headers: { prefer: "return=representation" },
      body: '{"a":7}',
    },
    response: rows('[{"a":7,"b":"x"}]', "0-0/*", { "preference-applied": "return=representation" }),
  },
  {
    reason: "invalid UTF-8 is read as U+FFFD; PostgREST fails",
    request: get("/things?select=id&name=eq.%ff"),
    response: rows("[]", "*/*"),
  },
  {
    reason: "a NUL in a value is refused; PostgREST reads the value up to it",
    request: get("/things?select=id&name=eq.anvil%00"),
    response: refusal(400, "22021", 'invalid byte sequence for encoding "UTF8": 0x00'),
  },
  ...["match.^a", "imatch.^A", "not.match.l{2}$", "match(any).{^a,^b}", "match.("].map((filter) => ({
    reason: "regular expressions are for the secret key alone",
    request: get(`/things?name=${filter}`),
    response: onlySecretKey,
  })),
  {
    reason: "the cost of a request is limited (server/rest/request-limits.ts)",
    request: get(`/things?${"id=gt.0&".repeat(101)}`),
    response: overLimit("The request has 101 filters; at most 100 are allowed.", "Send several requests."),
  },
  {
    reason: "the cost of a request is limited (server/rest/request-limits.ts)",
    request: get("/things?select=id&offset=99999999999999999999"),
    response: overLimit(
      "The request has 9007199254740991 skipped rows; at most 200000 are allowed.",
      "Filter by the last row of the page before instead of skipping rows.",
    ),
  },
  {
    reason: "PostgreSQL refuses half a surrogate pair; PostgREST does so before",
    request: { method: "POST", path: "/pairs", body: '{"a":5,"b":"\\ud83d"}' },
    response: refusal(400, "22P02", "invalid input syntax for type json"),
  },
  {
    reason: "an unknown column is qualified by the function, not by a part of our statement",
    request: get("/rpc/all_things?select=nosuch"),
    response: refusal(400, "42703", "column all_things.nosuch does not exist"),
  },
  {
    reason: "functions take named arguments only, so text bodies are refused",
    request: { method: "POST", path: "/rpc/add", headers: { "content-type": "text/plain" }, body: "1" },
    response: refusal(400, "PGRST102", "Content-Type not acceptable: text/plain"),
  },
  {
    reason: "a response without a body has no content type",
    request: { method: "POST", path: "/rpc/refuse", body: '{"code":"PT204"}' },
    response: { status: 204, headers: {}, body: "" },
  },
];
