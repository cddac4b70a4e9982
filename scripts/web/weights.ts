import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** The compressed scripts of a page, in kB (1000 bytes), and their number. */
export interface PageWeight {
  readonly address: string;
  readonly kilobytes: number;
  readonly budget: number;
  readonly scripts: number;
  readonly maxScripts: number;
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
const APP_BUDGET = 140;
/** A page also requests its HTML, its styles and the overview. The pages that students use most have 10 or 11 scripts. */
const MAX_SCRIPTS = 12;
const MAX_STAFF_SCRIPTS = 14;

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
      scripts: scripts.size,
      maxScripts: /\/assets\/(admin|mentor)-guard-/.test(html) ? MAX_STAFF_SCRIPTS : MAX_SCRIPTS,
    };
  });
}

export function exceedsBudget({ kilobytes, budget, scripts, maxScripts }: PageWeight): boolean {
  return kilobytes > budget || scripts > maxScripts;
}

export function weightsTable(weights: readonly PageWeight[]): string {
  const rows = weights.map((weight) => {
    const { address, kilobytes, budget, scripts, maxScripts } = weight;
    const figures = `${kilobytes.toFixed(1).padStart(7)} of ${String(budget).padStart(3)} kB`;
    const count = `${String(scripts).padStart(4)} of ${String(maxScripts).padStart(2)} scripts`;
    return `${address.padEnd(26)}${figures}${count}${exceedsBudget(weight) ? "   too heavy" : ""}`;
  });
  return rows.join("\n");
}

function budgetOf(address: string): number {
  if (STATIC_PAGES.has(address)) return STATIC_BUDGET;
  return SIGN_IN_PAGES.has(address) ? SIGN_IN_BUDGET : APP_BUDGET;
}
