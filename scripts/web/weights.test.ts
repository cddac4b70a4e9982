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
    { address: "/pricing", kilobytes: expect.closeTo(30, 0), budget: 140, scripts: 2, maxScripts: 12 },
  ]);
});

test("public pages have the smallest budget, sign-in pages a smaller one than the app", () => {
  pages({ "/": "", "/terms": "", "/auth": "", "/login": "", "/book-slot": "" });
  expect(weightsOf(folder).map(({ budget }) => budget)).toEqual([15, 15, 25, 25, 140]);
});

test("the pages of admins and mentors may have two scripts more", () => {
  pages({
    "/audit-log": 'import "/assets/admin-guard-1.js"',
    "/agenda": 'import "/assets/mentor-guard-1.js"',
    "/book-slot": "",
  });
  script("admin-guard-1.js", 10);
  script("mentor-guard-1.js", 10);
  expect(weightsOf(folder).map(({ maxScripts }) => maxScripts)).toEqual([14, 14, 12]);
});

test("the table marks a page that exceeds its budget by a single byte or script", () => {
  const page = { address: "/auth", kilobytes: 25, budget: 25, scripts: 12, maxScripts: 12 };
  const table = weightsTable([page, { ...page, kilobytes: 25.001 }, { ...page, scripts: 13 }]);
  expect(table.split("\n").map((row) => /too heavy/.test(row))).toEqual([false, true, true]);
});
