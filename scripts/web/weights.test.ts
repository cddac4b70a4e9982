import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { weightsOf, weightsTable } from "./weights.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "maarga-weights-"));
  mkdirSync(path.join(folder, "client", "assets"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Random bytes, which gzip cannot compress. */
function script(name: string, bytes: number): string {
  writeFileSync(path.join(folder, "client", "assets", name), randomBytes(bytes));
  return `/assets/${name}`;
}

function pages(content: Record<string, string>): void {
  const list = Object.keys(content).map((address, at) => ({ path: address, file: `${at}.html` }));
  writeFileSync(path.join(folder, "pages.json"), JSON.stringify(list));
  Object.values(content).forEach((html, at) => {
    writeFileSync(path.join(folder, "client", `${at}.html`), html);
  });
}

test("the weight of a page is that of the scripts in its HTML, each counted once", () => {
  const [shell, page] = [script("shell-B2_x.js", 20_000), script("page-1.js", 10_000)];
  pages({
    "/pricing": `<link href="/assets/style.css"><link rel="modulepreload" href="${shell}">
      <script type="module">import "${shell}"; import("${page}");</script>`,
  });
  expect(weightsOf(folder)).toEqual([
    { address: "/pricing", kilobytes: expect.closeTo(30, 0), budget: 190.5 },
  ]);
});

test("public pages have the smallest budget, sign-in pages a smaller one than the app", () => {
  pages({ "/": "", "/terms": "", "/auth": "", "/login": "", "/book-slot": "" });
  expect(weightsOf(folder).map(({ budget }) => budget)).toEqual([15, 15, 25, 25, 190.5]);
});

test("the table marks a page that exceeds its budget by a single byte", () => {
  const table = weightsTable([
    { address: "/terms", kilobytes: 15, budget: 15 },
    { address: "/auth", kilobytes: 150.001, budget: 150 },
  ]);
  expect(table.split("\n").map((row) => /too heavy/.test(row))).toEqual([false, true]);
});
