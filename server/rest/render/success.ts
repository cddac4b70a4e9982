import { invalidRange } from "../errors.ts";
import { NO_PREFERENCES } from "../parse/preferences.ts";
import type {
  CallRequest,
  DeleteRequest,
  InsertRequest,
  ReadRequest,
  RestRequest,
  UpdateRequest,
} from "../parse/request.ts";
import type { PlanResult } from "../plan/statement.ts";
import { errorBody } from "./failure.ts";
import type { RestResponse } from "./response.ts";

type Headers = Record<string, string>;

export function renderRows(request: ReadRequest | CallRequest, result: PlanResult): RestResponse {
  const { page, total = null, body = "" } = result;
  const { first } = request.range;
  const headers: Headers = { "content-range": contentRange(first, first + page - 1, total) };
  addType(headers, request);
  addPreferenceApplied(headers, request, ["count", "handling"]);
  if (total === null) return { status: 200, headers, body };
  if (first <= total) return { status: page < total ? 206 : 200, headers, body };
  const error = invalidRange(`An offset of ${first} was requested, but there are only ${total} rows.`);
  return { status: error.status, headers, body: errorBody(error) };
}

/** A void function has no body, whatever the request accepts. */
export function renderVoid(request: CallRequest, result: PlanResult): RestResponse {
  const { headers } = renderRows(request, result);
  const { "content-type": _, "content-profile": __, ...others } = headers as Headers;
  return { status: 204, headers: others, body: "" };
}

export function renderInsert(
  request: InsertRequest,
  result: PlanResult,
  hasConflictTarget: boolean,
): RestResponse {
  const { resolution } = request.preferences;
  const headers: Headers = {};
  if (result.key) headers.location = `/${encodeURIComponent(request.target)}?${keyFilters(result.key)}`;
  headers["content-range"] = contentRange(1, 0, countOf(request, result));
  addPreferenceApplied(headers, request, [
    ...(hasConflictTarget ? (["resolution"] as const) : []),
    "missing",
    "return",
    "count",
    "handling",
  ]);
  const onlyUpdated = resolution === "merge-duplicates" && (result.inserted ?? 0) <= 0;
  return representation(request, result, headers, {
    full: onlyUpdated ? 200 : 201,
    empty: onlyUpdated ? 200 : 201,
  });
}

export function renderUpdate(request: UpdateRequest, result: PlanResult): RestResponse {
  const headers: Headers = { "content-range": contentRange(0, result.page - 1, countOf(request, result)) };
  addPreferenceApplied(headers, request, ["missing", "return", "count", "handling", "max-affected"]);
  return representation(request, result, headers, { full: 200, empty: 204 });
}

export function renderDelete(request: DeleteRequest, result: PlanResult): RestResponse {
  const headers: Headers = { "content-range": contentRange(1, 0, countOf(request, result)) };
  addPreferenceApplied(headers, request, ["return", "count", "handling", "max-affected"]);
  return representation(request, result, headers, { full: 200, empty: 204 });
}

function representation(
  request: RestRequest,
  { body = "" }: PlanResult,
  headers: Headers,
  status: { full: number; empty: number },
): RestResponse {
  if (request.preferences.return !== "representation") return { status: status.empty, headers, body: "" };
  addType(headers, request);
  return { status: status.full, headers, body };
}

function addType(headers: Headers, { accept, profile }: RestRequest): void {
  headers["content-type"] = accept.contentType;
  if (profile !== undefined) headers["content-profile"] = profile;
}

function countOf({ preferences }: RestRequest, { page }: PlanResult): number | null {
  return preferences.count ? page : null;
}

function contentRange(first: number, last: number, total: number | null): string {
  const rows = first <= last && total !== 0 ? `${first}-${last}` : "*";
  return `${rows}/${total ?? "*"}`;
}

type Preference = "resolution" | "missing" | "return" | "count" | "handling" | "max-affected";

/** Adds the header that names the preferences that were applied. */
function addPreferenceApplied(
  headers: Headers,
  { preferences }: RestRequest,
  applied: readonly Preference[],
): void {
  if (preferences === NO_PREFERENCES) return;
  const values = { ...preferences, "max-affected": preferences.maxAffected };
  const list = applied.flatMap((name) => (values[name] === undefined ? [] : [`${name}=${values[name]}`]));
  if (list.length > 0) headers["preference-applied"] = list.join(", ");
}

function keyFilters(key: string): string {
  return Object.entries(JSON.parse(key) as Record<string, string | null>)
    .map(([name, value]) => [name, value === null ? "is.null" : `eq.${value}`])
    .map(([name = "", value = ""]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
}
