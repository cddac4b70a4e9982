import { badRange } from "../errors.ts";
import type {
  CallRequest,
  DeleteRequest,
  InsertRequest,
  ReadRequest,
  RestRequest,
  UpdateRequest,
} from "../parse/request.ts";
import type { Counts } from "../plan/statement.ts";
import type { Answer } from "./answer.ts";
import { errorBody } from "./failure.ts";

type Headers = Record<string, string>;

export function renderRows(request: ReadRequest | CallRequest, counts: Counts): Answer {
  const { page, total = null, body = "" } = counts;
  const { first } = request.range;
  const headers: Headers = {
    "content-range": contentRange(first, first + page - 1, total),
    ...typeOf(request),
  };
  applied(headers, request, ["count", "handling"]);
  if (total === null) return { status: 200, headers, body };
  if (first <= total) return { status: page < total ? 206 : 200, headers, body };
  const error = badRange(`An offset of ${first} was requested, but there are only ${total} rows.`);
  return { status: error.status, headers, body: errorBody(error) };
}

/** A function that returns nothing has nothing to show, however it was asked. */
export function renderNothing(request: CallRequest, counts: Counts): Answer {
  const { headers } = renderRows(request, counts);
  const { "content-type": _, "content-profile": __, ...others } = headers as Headers;
  return { status: 204, headers: others, body: "" };
}

export function renderInsert(request: InsertRequest, counts: Counts, recognisesRows: boolean): Answer {
  const { resolution } = request.preferences;
  const headers: Headers = {};
  if (counts.key) headers.location = `/${encodeURIComponent(request.target)}?${keyFilters(counts.key)}`;
  headers["content-range"] = contentRange(1, 0, countOf(request, counts));
  applied(headers, request, [
    ...(recognisesRows ? (["resolution"] as const) : []),
    "missing",
    "return",
    "count",
    "handling",
  ]);
  const onlyUpdated = resolution === "merge-duplicates" && (counts.inserted ?? 0) <= 0;
  return representation(request, counts, headers, {
    full: onlyUpdated ? 200 : 201,
    empty: onlyUpdated ? 200 : 201,
  });
}

export function renderUpdate(request: UpdateRequest, counts: Counts): Answer {
  const headers: Headers = { "content-range": contentRange(0, counts.page - 1, countOf(request, counts)) };
  applied(headers, request, ["missing", "return", "count", "handling", "max-affected"]);
  return representation(request, counts, headers, { full: 200, empty: 204 });
}

export function renderDelete(request: DeleteRequest, counts: Counts): Answer {
  const headers: Headers = { "content-range": contentRange(1, 0, countOf(request, counts)) };
  applied(headers, request, ["return", "count", "handling", "max-affected"]);
  return representation(request, counts, headers, { full: 200, empty: 204 });
}

function representation(
  request: RestRequest,
  { body = "" }: Counts,
  headers: Headers,
  status: { full: number; empty: number },
): Answer {
  if (request.preferences.return !== "representation") return { status: status.empty, headers, body: "" };
  return { status: status.full, headers: { ...headers, ...typeOf(request) }, body };
}

function typeOf({ accept, profile }: RestRequest): Headers {
  const type = { "content-type": accept.contentType };
  return profile === undefined ? type : { ...type, "content-profile": profile };
}

function countOf({ preferences }: RestRequest, { page }: Counts): number | null {
  return preferences.count ? page : null;
}

function contentRange(first: number, last: number, total: number | null): string {
  const rows = first <= last && total !== 0 ? `${first}-${last}` : "*";
  return `${rows}/${total ?? "*"}`;
}

type Preference = "resolution" | "missing" | "return" | "count" | "handling" | "max-affected";

/** Tells the client which of its wishes were heard. */
function applied(headers: Headers, { preferences }: RestRequest, honoured: readonly Preference[]): void {
  const values = { ...preferences, "max-affected": preferences.maxAffected };
  const list = honoured.flatMap((name) => (values[name] === undefined ? [] : [`${name}=${values[name]}`]));
  if (list.length > 0) headers["preference-applied"] = list.join(", ");
}

function keyFilters(key: string): string {
  return Object.entries(JSON.parse(key) as Record<string, string | null>)
    .map(([name, value]) => [name, value === null ? "is.null" : `eq.${value}`])
    .map(([name = "", value = ""]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
}
