import type { IncomingHttpHeaders } from "node:http";
import { requireFewParameters, requireShortAccept } from "../request-limits.ts";
import { parseAccept } from "./accept.ts";
import { type Parameters, parseParameters } from "./parameters.ts";
import { parsePayload } from "./payload.ts";
import { parsePreferences } from "./preferences.ts";
import { parseQueryString } from "./query-string.ts";
import { parseRange } from "./range.ts";
import type { Arguments, CallRequest, Condition, Payload, RestRequest } from "./request.ts";
import { parsePath, parseProfile, refuseLimits, refuseMethod } from "./target.ts";

/** The parts of an HTTP request that this service reads. */
export interface IncomingRequest {
  readonly method: string;
  /** Below /rest/v1, decoded and without its leading slash. */
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export function parseRequest(incoming: IncomingRequest): RestRequest {
  const { method, headers } = incoming;
  const { target, isFunction } = parsePath(incoming.path);
  refuseMethod(method, isFunction);
  const pairs = parseQueryString(incoming.query);
  requireFewParameters(pairs.length);
  const parameters = parseParameters(pairs, target, isFunction && method !== "POST");
  const profile = parseProfile(method, headers);
  const range = parseRange(parameters.limits, method === "GET" ? headers.range : undefined);
  if (method === "PATCH" || method === "DELETE") refuseLimits(parameters);
  const payload = parseBody(incoming, parameters, isFunction);
  const common = { target, profile, select: parameters.select, ...parseHeaders(headers) };
  const rows = { conditions: groupsFirst(parameters), order: parameters.order, range };

  if (isFunction) {
    const given: Arguments = payload
      ? { from: "body", payload }
      : { from: "query", pairs: parameters.arguments };
    return { kind: "call", method: method as CallRequest["method"], ...common, ...rows, arguments: given };
  }
  if (!payload && method !== "DELETE") return { kind: "read", isHead: method === "HEAD", ...common, ...rows };
  const conditions = [...parameters.filters, ...parameters.groups];
  if (!payload) return { kind: "delete", ...common, conditions };
  if (method === "PATCH") return { kind: "update", ...common, payload, conditions };
  return { kind: "insert", ...common, payload, onConflict: parameters.onConflict };
}

/** The order is that of PostgREST: PostgreSQL checks conditions from left to right and reports the first mistake. */
function groupsFirst({ groups, filters }: Parameters): Condition[] {
  return [...groups, ...filters];
}

function parseHeaders({ accept, prefer }: IncomingHttpHeaders) {
  requireShortAccept(accept);
  return {
    accept: parseAccept(accept),
    preferences: parsePreferences(Array.isArray(prefer) ? prefer.join(",") : prefer),
  };
}

function parseBody(
  incoming: IncomingRequest,
  parameters: Parameters,
  isFunction: boolean,
): Payload | undefined {
  if (incoming.method !== "POST" && incoming.method !== "PATCH") return undefined;
  const body = isFunction && incoming.body === "" && !parameters.columns ? "{}" : incoming.body;
  return parsePayload(body, incoming.headers["content-type"], parameters.columns);
}
