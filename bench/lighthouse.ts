import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { startServer } from "./server-process.ts";

/** The four Lighthouse scores (at most 100) of every public page, on its default model of a cheap phone. */

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
/** A text in the HTML of the pages that need a session. */
const APP_SCRIPT = "/assets/frame-";

interface Page {
  readonly path: string;
  readonly file: string;
}

const APP = path.join(PROJECT, "build", "app");
/** The second is a shell that the server fills in: it is no address. */
const WITHOUT_ADDRESS = ["/404", "/public-page"];
const isPublic = ({ path: address, file }: Page) =>
  !WITHOUT_ADDRESS.includes(address) &&
  !readFileSync(path.join(APP, "client", file), "utf8").includes(APP_SCRIPT);

/** The metrics of the performance score. */
const TIMES = {
  FCP: "first-contentful-paint",
  LCP: "largest-contentful-paint",
  SI: "speed-index",
  TBT: "total-blocking-time",
  TTI: "interactive",
} as const;

/** `npm run bench -- lighthouse /guides /auth` checks only these pages. */
const requested = process.argv.slice(3);
const pages = (JSON.parse(readFileSync(path.join(APP, "pages.json"), "utf8")) as Page[])
  .filter((page) => (requested.length > 0 ? requested.includes(page.path) : isPublic(page)))
  .map((page) => page.path);

const folder = mkdtempSync(path.join(tmpdir(), "maarga-lighthouse-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const server = await startServer({
  program: process.execPath,
  args: [path.join(PROJECT, "build", "server", "main.js")],
  env: (port) => ({
    HOST: "127.0.0.1",
    SITE_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
    MAARGA_DATA: folder,
    LOG_LEVEL: "error",
    SUPPORT_EMAIL: "help@example.org",
    SUPPORT_PHONE: "+91 80 5550 1234",
    SUPPORT_ADDRESS: "12 Residency Road, Bengaluru 560025",
  }),
  readyPath: "/readyz",
});
const { findChromium } = (await import(path.join(PROJECT, "scripts", "set-up", "chromium.mjs"))) as {
  findChromium: () => Promise<string | undefined>;
};
const chromePath = await findChromium();
const chrome = await launch({
  ...(chromePath && { chromePath }),
  chromeFlags: ["--headless=new", "--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
});
// Chromium runs in its own process group and would outlive this process.
process.on("exit", () => chrome.kill());
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
try {
  console.log(
    `${"".padEnd(28)}${CATEGORIES.map((name) => name.padStart(16)).join("")}${Object.keys(TIMES)
      .map((name) => name.padStart(9))
      .join("")}`,
  );
  for (const address of pages) {
    const result = await lighthouse(`http://127.0.0.1:${server.port}${address}`, {
      port: chrome.port,
      logLevel: "silent",
      onlyCategories: [...CATEGORIES],
    });
    if (!result) throw new Error(`Lighthouse gave no result for ${address}`);
    const { categories, audits } = result.lhr;
    const scores = CATEGORIES.map((name) => String(Math.round((categories[name]?.score ?? 0) * 100)));
    const times = Object.values(TIMES).map((id) => `${Math.round(audits[id]?.numericValue ?? 0)} ms`);
    console.log(
      `${address.padEnd(28)}${scores.map((score) => score.padStart(16)).join("")}${times.map((time) => time.padStart(9)).join("")}`,
    );
    for (const name of CATEGORIES.slice(1)) {
      const lost = (categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => audits[id]?.title);
      if (lost.length > 0) console.log(`  ${name}: ${lost.join("; ")}`);
    }
  }
} finally {
  chrome.kill();
  await server.stop();
}
