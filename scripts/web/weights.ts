import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";

/** The weight of a page: its HTML and all that it loads before it can be used, as sent, in kB (1000 bytes). */
export interface PageWeight {
  readonly address: string;
  readonly kilobytes: number;
  readonly budget: number;
  readonly requests: number;
  readonly maxRequests: number;
}

/** HTML, styles and one small script; the app alone weighs four times that. */
const STATIC_BUDGET = 22;
const GUIDE_BUDGET = 36;
const STATIC_PAGES = new Set([
  "/",
  "/404",
  "/about",
  "/cancellation-and-refund",
  "/coming-soon",
  "/contact",
  "/guides",
  "/privacy-policy",
  "/public-page",
  "/shipping-and-delivery",
  "/terms",
]);
/** These pages are the first that people load, often on a phone with a weak signal. They load nothing of the app first. */
const SIGN_IN_BUDGET = 38;
const SIGN_IN_PAGES = new Set(["/auth", "/login", "/forgot-password"]);
const APP_BUDGET = 98;
/** The pages that students open most. */
const MAIN_BUDGET = 87;
const MAIN_PAGES = new Set(["/pricing", "/book-slot", "/documents"]);
/** The scripts that start the app, before those of its pages: Preact, the router and what vite.config.ts puts beside it. */
const ENTRY = /\/(?:manifest|root|frame|base)-/;
const ENTRY_FILES = 4;
const ENTRY_BUDGET = 24;
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
  const weightOf = (files: ReadonlySet<string>) =>
    [...files].reduce((sum, file) => {
      const weight = weights.get(file) ?? sizeAsSent(path.join(client, file));
      weights.set(file, weight);
      return sum + weight / 1000;
    }, 0);
  const found = pages.map(({ path: address, file }) => {
    const html = readFileSync(path.join(client, file), "utf8");
    return { address, html, styles: new Set(html.match(STYLES)), scripts: new Set(html.match(SCRIPT)) };
  });
  const weighed = found.map(({ address, html, styles, scripts }) => ({
    address,
    kilobytes: brotliCompressSync(html).length / 1000 + weightOf(styles) + weightOf(scripts),
    budget: budgetOf(address),
    requests: 1 + styles.size + scripts.size + earlyRequestsIn(html),
    maxRequests: maxRequestsOf(address, html),
  }));
  const entry = new Set(found.flatMap(({ scripts }) => [...scripts]).filter((script) => ENTRY.test(script)));
  const kilobytes = weightOf(entry);
  return [
    ...weighed,
    { address: "(entry)", kilobytes, budget: ENTRY_BUDGET, requests: entry.size, maxRequests: ENTRY_FILES },
  ];
}

/** The build has compressed a file if that made it smaller. */
function sizeAsSent(file: string): number {
  return readFileSync(existsSync(`${file}.br`) ? `${file}.br` : file).length;
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
  return /\/assets\/(admin|mentor|right)-guard-/.test(html) ? MAX_STAFF_REQUESTS : MAX_REQUESTS;
}

function budgetOf(address: string): number {
  if (address === "/guides") return GUIDE_BUDGET;
  if (STATIC_PAGES.has(address)) return STATIC_BUDGET;
  if (SIGN_IN_PAGES.has(address)) return SIGN_IN_BUDGET;
  return MAIN_PAGES.has(address) ? MAIN_BUDGET : APP_BUDGET;
}
