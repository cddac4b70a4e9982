import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findMissingPaths, listPaths } from "./doc-paths.ts";

const root = path.dirname(import.meta.dirname);
const projectPaths = listPaths(root);
const documents = [...projectPaths].filter((file) => file.endsWith(".md"));

test("the documents are found", () => {
  expect(documents).toEqual(expect.arrayContaining(["README.md", "CONTRIBUTING.md", "docs/architecture.md"]));
});

test.each(documents)("every path in %s exists", (document) => {
  const text = readFileSync(path.join(root, document), "utf8");
  expect(findMissingPaths(document, text, projectPaths)).toEqual([]);
});

const paths = new Set(["README.md", "docs", "docs/a.md", "server", "server/main.ts"]);

test.each([
  ["Start with `server/main.ts`, `main.ts` or `server/`. See [a](a.md#part), [home](../README.md).", []],
  ["Run `npm test -- server/main.ts`; `@scope/name`, `data/secrets.json` and `/route` are no paths.", []],
  ["[The site](https://example.org/a.md) and [this section](#part) are no paths.", []],
  ["```\nnode server/gone.ts\n```\nSee [the first](a.md).", []],
  ["`server/gone.ts`", ["server/gone.ts"]],
  ["`npm test -- server/gone.ts`", ["server/gone.ts"]],
  ["`server/gone/`", ["server/gone/"]],
  ["`srever/main.ts`", ["srever/main.ts"]],
  ["`gone.sql`", ["gone.sql"]],
  ["[a](../a.md#part)", ["../a.md"]],
])("%j names the missing paths %j", (text, missing) => {
  expect(findMissingPaths("docs/b.md", text, paths)).toEqual(missing);
});
