import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** The compressed scripts of a page, in kB (1000 bytes). */
export interface PageWeight {
  readonly address: string;
  readonly kilobytes: number;
  readonly budget: number;
}

/** Allows HTML and one small script; React alone weighs five times that. */
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
/** These pages are the first that people load, often on a phone with a weak signal. They run without React. */
const SIGN_IN_BUDGET = 25;
const SIGN_IN_PAGES = new Set(["/auth", "/login", "/forgot-password"]);
const APP_BUDGET = 190.5;

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
    return { address, kilobytes: bytes / 1000, budget: budgetOf(address) };
  });
}

export function weightsTable(weights: readonly PageWeight[]): string {
  const rows = weights.map(({ address, kilobytes, budget }) => {
    const figures = `${kilobytes.toFixed(1).padStart(7)} of ${String(budget).padStart(3)} kB`;
    return `${address.padEnd(26)}${figures}${kilobytes > budget ? "   too heavy" : ""}`;
  });
  return rows.join("\n");
}

function budgetOf(address: string): number {
  if (STATIC_PAGES.has(address)) return STATIC_BUDGET;
  return SIGN_IN_PAGES.has(address) ? SIGN_IN_BUDGET : APP_BUDGET;
}
