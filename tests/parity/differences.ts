import type { Answer, Question } from "./exchange.ts";

/** A request that we answer in another way than PostgREST 12.0.2, the reason, and our answer. */
export interface Difference {
  readonly because: string;
  readonly question: Question;
  readonly answer: Answer;
}

const JSON_TYPE = "application/json; charset=utf-8";
const get = (path: string, headers?: Record<string, string>): Question => ({
  method: "GET",
  path,
  ...(headers && { headers }),
});

function refusal(status: number, code: string, message: string, details: string | null = null): Answer {
  const body = JSON.stringify({ code, details, hint: null, message });
  return { status, headers: { "content-type": JSON_TYPE }, body };
}

function rows(body: string, range: string, more: Record<string, string> = {}): Answer {
  return { status: 200, headers: { "content-type": JSON_TYPE, "content-range": range, ...more }, body };
}

const unknown = (name: string) =>
  refusal(404, "PGRST205", `Could not find the table 'public.${name}' in the schema cache`);
const notSelectable = (select: string, details: string) =>
  refusal(400, "PGRST100", `"failed to parse select parameter (${select})"`, details);
const noPath = (path: string) =>
  refusal(400, "PGRST100", `"failed to parse ${path}"`, "paths into JSON are not supported");
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
const EVERY_ID = '[{"id":1}, \n {"id":2}, \n {"id":3}, \n {"id":4}, \n {"id":5}]';

export const DIFFERENCES: readonly Difference[] = [
  ...["/things/x", "/rpc/add/x", "/things/"].map((path) => ({
    because: "a path that leads nowhere has a code of its own since version 13",
    question: get(path),
    answer: refusal(404, "PGRST125", "Invalid path specified in request URL"),
  })),
  {
    because: "the root has nothing to show, and says so since version 13",
    question: get("/"),
    answer: refusal(404, "PGRST126", "Root endpoint metadata is disabled"),
  },
  ...["POST", "PATCH"].map((method) => ({
    because: "an unknown table is one also for a write",
    question: { method, path: "/nosuch", body: '{"id":1}' },
    answer: unknown("nosuch"),
  })),
  {
    because: "CSV is not offered",
    question: get("/things", { accept: "text/csv" }),
    answer: refusal(406, "PGRST107", "None of these media types are available: text/csv"),
  },
  ...["text/csv", "application/x-www-form-urlencoded"].map((type) => ({
    because: "bodies are JSON and nothing else",
    question: { method: "POST", path: "/pairs", headers: { "content-type": type }, body: "a=1&b=x" },
    answer: refusal(400, "PGRST102", `Content-Type not acceptable: ${type}`),
  })),
  {
    because: "tables are asked for one by one: nothing is embedded, related or not",
    question: get("/checked?select=id,things(id)"),
    answer: refusal(
      400,
      "PGRST200",
      "Could not find a relationship between 'checked' and 'things' in the schema cache",
      "Embedding other tables is not supported: ask for each table in a request of its own.",
    ),
  },
  {
    because: "select lists name columns: no casts",
    question: get("/things?select=id::text"),
    answer: notSelectable("id::text", "casts are not supported"),
  },
  {
    because: "select lists name columns: no other names",
    question: get("/things?select=a:id"),
    answer: notSelectable("a:id", "renaming columns is not supported"),
  },
  {
    because: "there are no paths into JSON",
    question: get("/things?select=data->a"),
    answer: noPath("data->"),
  },
  {
    because: "there are no paths into JSON",
    question: get("/things?data->>a=eq.1"),
    answer: noPath("data->>"),
  },
  {
    because: "there are no paths into JSON",
    question: get("/things?order=data->a"),
    answer: noPath("data->"),
  },
  {
    because: "`is.not_null` is understood, as it is since version 13",
    question: get("/things?select=id&size=is.not_null&order=id"),
    answer: rows('[{"id":1}, \n {"id":2}, \n {"id":3}, \n {"id":4}, \n {"id":5}]', "0-4/*"),
  },
  {
    because: "there is no PUT",
    question: { method: "PUT", path: "/pairs?a=eq.1&b=eq.x", body: '{"a":1,"b":"x"}' },
    answer: refusal(405, "PGRST117", "Unsupported HTTP method: PUT"),
  },
  {
    because: "updates are not limited, as since version 13; to pass over the limit would be to hit every row",
    question: { method: "PATCH", path: "/pairs?limit=1&order=a,b", body: '{"value":"z"}' },
    answer: notLimited,
  },
  {
    because: "deletes are not limited either",
    question: { method: "DELETE", path: "/pairs?limit=1&order=a,b" },
    answer: notLimited,
  },
  ...["/rpc/nothing", "/rpc/add_pair?a=9&b=q"].map((path) => ({
    because: "what may change data is called with POST; PostgREST runs it and finds out whether it does",
    question: get(path),
    answer: notWithGet("GET"),
  })),
  ...["planned", "estimated"].map((kind) => ({
    because: "counts are exact, whichever kind was asked for",
    question: get("/things?select=id&order=id", { prefer: `count=${kind}` }),
    answer: rows(EVERY_ID, "0-4/5", { "preference-applied": `count=${kind}` }),
  })),
  {
    because: "the preference timezone= is not known: answers are in UTC",
    question: get("/things?select=at&id=eq.1", { prefer: "timezone=Asia/Kolkata" }),
    answer: rows('[{"at":"2027-01-02T04:30:00+00:00"}]', "0-0/*"),
  },
  {
    because: "max-affected is known, as it is since version 13",
    question: {
      method: "PATCH",
      path: "/pairs?a=eq.1",
      headers: { prefer: "handling=strict, max-affected=1" },
      body: '{"value":"z"}',
    },
    answer: refusal(
      400,
      "PGRST124",
      "Query result exceeds max-affected preference constraint",
      "The query affects 2 rows",
    ),
  },
  {
    because: "max-affected is known, as it is since version 13",
    question: {
      method: "DELETE",
      path: "/pairs?a=eq.1",
      headers: { prefer: "handling=strict, max-affected=2" },
    },
    answer: {
      status: 204,
      headers: { "content-range": "*/*", "preference-applied": "handling=strict, max-affected=2" },
      body: "",
    },
  },
  {
    because:
      "`or` in an update chooses what to change; PostgREST 12 sifts the changed rows with it once more",
    question: {
      method: "PATCH",
      path: "/pairs?or=(a.eq.2,a.eq.22)&select=a,b",
      headers: { prefer: "return=representation" },
      body: '{"a":7}',
    },
    answer: rows('[{"a":7,"b":"x"}]', "0-0/*", { "preference-applied": "return=representation" }),
  },
  {
    because: "bytes that are no UTF-8 are read as U+FFFD; PostgREST fails",
    question: get("/things?select=id&name=eq.%ff"),
    answer: rows("[]", "*/*"),
  },
  {
    because: "a NUL in a value is refused; PostgREST reads the value up to it",
    question: get("/things?select=id&name=eq.anvil%00"),
    answer: refusal(400, "22021", 'invalid byte sequence for encoding "UTF8": 0x00'),
  },
  {
    because: "beyond the largest safe integer there are no rows, which needs no error",
    question: get("/things?select=id&offset=99999999999999999999"),
    answer: rows("[]", "*/*"),
  },
  {
    because: "half of a surrogate pair is found by PostgreSQL, and not before",
    question: { method: "POST", path: "/pairs", body: '{"a":5,"b":"\\ud83d"}' },
    answer: refusal(400, "22P02", "invalid input syntax for type json"),
  },
  {
    because:
      "a column that a function does not return is named after the function, not after a part of the statement",
    question: get("/rpc/all_things?select=nosuch"),
    answer: refusal(400, "42703", "column all_things.nosuch does not exist"),
  },
  {
    because: "functions take named arguments only, so that a text is no body",
    question: { method: "POST", path: "/rpc/add", headers: { "content-type": "text/plain" }, body: "1" },
    answer: refusal(400, "PGRST102", "Content-Type not acceptable: text/plain"),
  },
  {
    because: "a status without a body has no type of body",
    question: { method: "POST", path: "/rpc/refuse", body: '{"code":"PT204"}' },
    answer: { status: 204, headers: {}, body: "" },
  },
];
