import type { ApiRole } from "../postgres/database.ts";
import type { Catalog } from "./catalog.ts";
import { type IncomingRequest, parseRequest } from "./parse/parse.ts";
import type { RestRequest } from "./parse/request.ts";
import { planRequest } from "./plan/plan.ts";
import type { Plan } from "./plan/statement.ts";
import { requireWithinLimits, resultLimitsFor } from "./request-limits.ts";

export interface PlannedRequest {
  readonly request: RestRequest;
  readonly plan: Plan;
}

/** Everything that the plan of a read depends on. */
type Parts = readonly unknown[];

const MAX_REMEMBERED = 1_000;
/** The length of all parts together. The reads of the screens are shorter. */
const MAX_REMEMBERED_CHARS = 500;

/**
 * Parses and plans requests. Screens repeat the same reads, so it remembers the latest ones. A plan holds no rows and
 * no caller: it is what the address and the headers say, and policies select the rows of whoever sends it.
 */
export class Planner {
  readonly #reads = new Map<string, PlannedRequest & { readonly parts: Parts }>();

  get size(): number {
    return this.#reads.size;
  }

  plan(incoming: IncomingRequest, role: ApiRole, catalog: Catalog): PlannedRequest {
    const { method, path, query } = incoming;
    if (method !== "GET" && method !== "HEAD") return planNew(incoming, role, catalog);
    // The parser gets no other header, so that a plan depends on none that is not compared.
    const { accept, "accept-profile": profile, prefer, range } = incoming.headers;
    const headers = { accept, "accept-profile": profile, prefer, range };
    const parts = [role, catalog, method, path, query, accept, profile, prefer, range];
    const address = `${path}?${query}`;
    const known = this.#reads.get(address);
    if (known?.parts.every((part, index) => part === parts[index])) return known;
    const planned = planNew({ method, path, query, headers, body: "" }, role, catalog);
    if (isShort(parts)) this.#remember(address, { ...planned, parts });
    return planned;
  }

  #remember(address: string, read: PlannedRequest & { readonly parts: Parts }): void {
    if (this.#reads.size >= MAX_REMEMBERED) this.#reads.delete(this.#reads.keys().next().value as string);
    this.#reads.set(address, read);
  }
}

function planNew(incoming: IncomingRequest, role: ApiRole, catalog: Catalog): PlannedRequest {
  const request = parseRequest(incoming);
  requireWithinLimits(request, role);
  return { request, plan: planRequest(request, catalog, resultLimitsFor(role)) };
}

function isShort(parts: Parts): boolean {
  let chars = 0;
  for (const part of parts) if (typeof part === "string") chars += part.length;
  return chars <= MAX_REMEMBERED_CHARS;
}
