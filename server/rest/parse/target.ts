import type { IncomingHttpHeaders } from "node:http";
import { refusal } from "../errors.ts";
import type { Parameters } from "./parameters.ts";

const SCHEMA = "public";
const METHODS = { table: ["GET", "HEAD", "POST", "PATCH", "DELETE"], function: ["GET", "HEAD", "POST"] };

export function parsePath(path: string): { target: string; isFunction: boolean } {
  const parts = path.split("/");
  if (path === "") throw refusal(404, "PGRST126", "Root endpoint metadata is disabled");
  if (parts.length === 2 && parts[0] === "rpc") return { target: parts[1] as string, isFunction: true };
  if (parts.length !== 1) throw refusal(404, "PGRST125", "Invalid path specified in request URL");
  return { target: path, isFunction: false };
}

export function refuseMethod(method: string, isFunction: boolean): void {
  const allowed = isFunction ? METHODS.function : METHODS.table;
  if (allowed.includes(method)) return;
  const headers = { allow: allowed.join(", ") };
  throw isFunction
    ? refusal(405, "PGRST101", `Cannot use the ${method} method on RPC`, { headers })
    : refusal(405, "PGRST117", `Unsupported HTTP method: ${method}`, { headers });
}

/** Reads and writes name the schema in different headers. */
export function parseProfile(method: string, headers: IncomingHttpHeaders): string | undefined {
  const name = method === "GET" || method === "HEAD" ? "accept-profile" : "content-profile";
  const profile = headers[name];
  if (profile === undefined || profile === SCHEMA) return profile;
  throw refusal(406, "PGRST106", `Invalid schema: ${profile}`, {
    hint: `Only the following schemas are exposed: ${SCHEMA}`,
  });
}

/** A limited write is not supported, and ignoring the limit would write to every matching row. */
export function refuseLimits({ isLimited, order }: Parameters): void {
  if (!isLimited) return;
  if (order.length === 0)
    throw refusal(400, "PGRST109", "A 'limit' was applied without an explicit 'order'", {
      hint: "Apply an 'order' using unique column(s)",
    });
  throw refusal(400, "PGRST127", "Feature not implemented", {
    details: "Updates and deletes cannot be limited: name the rows with filters.",
  });
}
