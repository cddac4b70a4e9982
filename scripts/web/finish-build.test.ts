import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finishBuild } from "./finish-build.ts";

let folder: string;
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
};
const read = (name: string) => readFileSync(path.join(folder, name));

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), "maarga-build-")), "client");
  for (const name of ["frame", "page", "lazy"]) write(`assets/${name}-AAAAAAAA.js`, "f();".repeat(2_000));
  write("assets/small-AAAAAAAA.js", "f();");
  write("__spa-fallback.html", "");
  const links = ["frame", "small"].map(
    (name) => `<link rel="modulepreload" href="/assets/${name}-AAAAAAAA.js"/>`,
  );
  write(
    "slots/index.html",
    `<head>${links.join("")}</head><script type="module">import("/assets/page-AAAAAAAA.js")</script>`,
  );
  write("app-worker.js", "const FILES = [];\nconst SIGNED_IN_PAGES = [];\nconst OTHER_PAGES = [];");
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

test("large scripts that a page lists are compiled while they arrive, and lazy parts when they are called", () => {
  finishBuild(folder);
  const isMarked = (name: string) =>
    String(read(`assets/${name}-AAAAAAAA.js`)).startsWith("//# allFunctionsCalledOnLoad\n");
  expect(["frame", "page", "small", "lazy"].filter(isMarked)).toEqual(["frame", "page"]);
  expect(brotliDecompressSync(read("assets/frame-AAAAAAAA.js.br"))).toEqual(read("assets/frame-AAAAAAAA.js"));
});

test("the largest script arrives beside the style sheet, and the others are requested when it or the overview has arrived", () => {
  write(
    "slots/index.html",
    `<head>${["frame", "small"].map((name) => `<link rel="modulepreload" href="/assets/${name}-AAAAAAAA.js"/>`).join("")}` +
      '<link rel="stylesheet" href="/assets/root-AAAAAAAA.css"/></head><script type="module"></script>',
  );
  finishBuild(folder);
  const html = String(read("slots/index.html"));
  expect(html).toMatch(
    /<script>.*\(\["\/assets\/small-AAAAAAAA\.js"\]\)<\/script><link rel="stylesheet" [^>]*><link [^>]*href="\/assets\/frame-AAAAAAAA\.js"\/><\/head>/s,
  );
  expect(html.match(/modulepreload" /g)).toHaveLength(1);
});
