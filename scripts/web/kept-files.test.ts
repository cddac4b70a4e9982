import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillInKeptFiles } from "./kept-files.ts";

const folder = mkdtempSync(path.join(tmpdir(), "maarga-kept-"));
const worker = path.join(folder, "app-worker.js");
const SOURCE = readFileSync(path.resolve(import.meta.dirname, "../../web/public/app-worker.js"), "utf8");
const FILES = {
  "index.html": "/assets/style-AAAAAAAA.css",
  "assets/style-AAAAAAAA.css": "url(/assets/font-BBBBBBBB.woff2)",
  "assets/font-BBBBBBBB.woff2": "",
  "assets/entry.client-CCCCCCCC.js": 'import("./lazy-DDDDDDDD.js")',
  "assets/lazy-DDDDDDDD.js": '"./gone-EEEEEEEE.js"',
  "assets/manifest-abcdef01.js": '"/assets/admin-FFFFFFFF.js"',
  "assets/admin-FFFFFFFF.js": "",
};

beforeAll(() => {
  const write = (name: string, content: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  };
  for (const [, name = ""] of SOURCE.matchAll(/"\/([\w-]+)"/g))
    write(`${name}/index.html`, "/assets/entry.client-CCCCCCCC.js /assets/manifest-abcdef01.js");
  for (const [name, content] of Object.entries(FILES)) write(name, content);
});
afterAll(() => rmSync(folder, { recursive: true }));

function fillIn(): string {
  writeFileSync(worker, SOURCE);
  fillInKeptFiles(folder);
  return readFileSync(worker, "utf8");
}

test("the worker lists the files of its pages, with lazy parts and fonts, and without those of other pages", () => {
  const files = JSON.parse(/const FILES = (.*);/.exec(fillIn())?.[1] ?? "") as string[];
  expect(files).toEqual(
    [
      "entry.client-CCCCCCCC.js",
      "font-BBBBBBBB.woff2",
      "lazy-DDDDDDDD.js",
      "manifest-abcdef01.js",
      "style-AAAAAAAA.css",
    ].map((name) => `/assets/${name}`),
  );
});

test("another file is another version of the worker", () => {
  const versionOf = (text: string) => /const VERSION = "(\w+)"/.exec(text)?.[1];
  const before = versionOf(fillIn());
  writeFileSync(path.join(folder, "assets/lazy-GGGGGGGG.js"), "");
  writeFileSync(path.join(folder, "assets/entry.client-CCCCCCCC.js"), 'import("./lazy-GGGGGGGG.js")');
  const after = versionOf(fillIn());
  expect(before).toMatch(/^[\da-f]{12}$/);
  expect(after).not.toBe(before);
});
