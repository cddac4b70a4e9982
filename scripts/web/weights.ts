import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** The compressed scripts of a page, in kB (1000 bytes), and the number of requests that its HTML starts, with its own. */
export interface PageWeight {
  readonly address: string;
  readonly kilobytes: number;
  readonly budget: number;
  readonly requests: number;
  readonly maxRequests: number;
}

/** Allows HTML and one small script; the app alone weighs eight times that. */
const STATIC_BUDGET = 15;
const STATIC_PAGES = new Set([
  "/",
  "/404",
  "/about",
  "/cancellation-and-refund",
  "/coming-soon",
  "/contact",
  "/guides",
  "/privacy-policy",
  "/shipping-and-delivery",
  "/terms",
]);
/** These pages are the first that people load, often on a phone with a weak signal. They load nothing of the app first. */
const SIGN_IN_BUDGET = 25;
const SIGN_IN_PAGES = new Set(["/auth", "/login", "/forgot-password"]);
const APP_BUDGET = 130;
/** HTML, styles, scripts, the overview and the requests of the page. */
const MAX_REQUESTS = 14;
const MAX_STAFF_REQUESTS = 16;
const MAX_STATIC_REQUESTS = 5;

const STYLES = /\/assets\/[\w.-]+\.css\b/g;
/** Written by web/layout/early-requests.ts. */
const EARLY_REQUESTS = /\nvar pairs=(.*)\n/;
const SCRIPT = /\/assets\/[\w.-]+\.js\b/g;

/** @param folder the output of `npm run build`: build/app */
export function weightsOf(folder: string): PageWeight[] {
  const pages = JSON.parse(readFileSync(path.join(folder, "pages.json"), "utf8")) as {
    path: string;
    file: string;
  }[];
  const client = path.join(folder, "client");
  const weights = new Map<string, number>();
  const weightOf = (script: string) => {
    const known = weights.get(script);
    if (known !== undefined) return known;
    const weight = gzipSync(readFileSync(path.join(client, script)), { level: 9 }).length;
    weights.set(script, weight);
    return weight;
  };
  return pages.map(({ path: address, file }) => {
    const html = readFileSync(path.join(client, file), "utf8");
    const scripts = new Set(html.match(SCRIPT));
    const bytes = [...scripts].reduce((sum, script) => sum + weightOf(script), 0);
    return {
      address,
      kilobytes: bytes / 1000,
      budget: budgetOf(address),
      requests: 1 + new Set(html.match(STYLES)).size + scripts.size + earlyRequestsIn(html),
      maxRequests: maxRequestsOf(address, html),
    };
  });
}

export function exceedsBudget({ kilobytes, budget, requests, maxRequests }: PageWeight): boolean {
  return kilobytes > budget || requests > maxRequests;
}

export function weightsTable(weights: readonly PageWeight[]): string {
  const rows = weights.map((weight) => {
    const { address, kilobytes, budget, requests, maxRequests } = weight;
    const figures = `${kilobytes.toFixed(1).padStart(7)} of ${String(budget).padStart(3)} kB`;
    const count = `${String(requests).padStart(4)} of ${String(maxRequests).padStart(2)} requests`;
    return `${address.padEnd(26)}${figures}${count}${exceedsBudget(weight) ? "   too heavy" : ""}`;
  });
  return rows.join("\n");
}

/** The overview, and what the route of the page declares. */
function earlyRequestsIn(html: string): number {
  const [, list] = EARLY_REQUESTS.exec(html) ?? [];
  return list ? 1 + (JSON.parse(list) as unknown[]).length : 0;
}

function maxRequestsOf(address: string, html: string): number {
  if (STATIC_PAGES.has(address) || SIGN_IN_PAGES.has(address)) return MAX_STATIC_REQUESTS;
  return /\/assets\/(admin|mentor)-guard-/.test(html) ? MAX_STAFF_REQUESTS : MAX_REQUESTS;
}

function budgetOf(address: string): number {
  if (STATIC_PAGES.has(address)) return STATIC_BUDGET;
  return SIGN_IN_PAGES.has(address) ? SIGN_IN_BUDGET : APP_BUDGET;
}
