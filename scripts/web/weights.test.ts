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

/** Random bytes, which cannot be compressed. */
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

test("a page has the weight of its HTML and the files that it names, each counted once, and the requests that it starts", () => {
  const [frame, page, style] = [
    script("frame-B2_x.js", 20_000),
    script("page-1.js", 10_000),
    script("style.css", 5_000),
  ];
  // The copy that the build has compressed is the one that is sent.
  script("page-1.js.br", 8_000);
  const html = `<link href="${style}"><link rel="modulepreload" href="${frame}">`;
  pages({
    "/pricing": `${html}<script>\nvar pairs=[["/rest/v1/slots",""]]\n</script>
      <script type="module">import "${frame}"; import("${page}");</script>`,
    "/documents": html,
  });
  expect(weightsOf(folder)).toEqual([
    { address: "/pricing", kilobytes: expect.closeTo(33, 0), budget: 87, requests: 6, maxRequests: 14 },
    { address: "/documents", kilobytes: expect.closeTo(25, 0), budget: 87, requests: 3, maxRequests: 14 },
    { address: "(entry)", kilobytes: 20, budget: 24, requests: 1, maxRequests: 4 },
  ]);
});

test("public pages have the smallest budget, sign-in pages a smaller one than the app, and its main pages than the others", () => {
  pages({ "/": "", "/guides": "", "/auth": "", "/login": "", "/book-slot": "", "/account": "" });
  expect(weightsOf(folder).map(({ budget }) => budget)).toEqual([22, 36, 38, 38, 87, 98, 24]);
});

test("static pages may send the fewest requests, and those of admins and mentors the most", () => {
  pages({
    "/audit-log": 'import "/assets/admin-guard-1.js"',
    "/agenda": 'import "/assets/mentor-guard-1.js"',
    "/auth": "",
    "/book-slot": "",
  });
  script("admin-guard-1.js", 10);
  script("mentor-guard-1.js", 10);
  expect(weightsOf(folder).map(({ maxRequests }) => maxRequests)).toEqual([16, 16, 5, 14, 4]);
});

test("the table marks a page that exceeds its budget by a single byte or request", () => {
  const page = { address: "/auth", kilobytes: 25, budget: 25, requests: 5, maxRequests: 5 };
  const table = weightsTable([page, { ...page, kilobytes: 25.001 }, { ...page, requests: 6 }]);
  expect(table.split("\n").map((row) => /too heavy/.test(row))).toEqual([false, true, true]);
});
