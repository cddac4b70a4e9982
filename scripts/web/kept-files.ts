import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The router's list of all routes. Following it would add the pages of admins. */
const ROUTER_MANIFEST = /^manifest-/;

/** Writes into the service worker which files its pages need, and a version that changes with them. */
export function fillInKeptFiles(folder: string): void {
  const file = path.join(folder, "app-worker.js");
  const worker = readFileSync(file, "utf8");
  const files = filesOf(folder, pagesIn(worker)).map((name) => `/assets/${name}`);
  const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
  writeFileSync(
    file,
    worker
      .replace("const FILES = [];", `const FILES = ${JSON.stringify(files)};`)
      .replace('const VERSION = "development";', `const VERSION = "${version}";`),
  );
}

function pagesIn(worker: string): string[] {
  const lists = ["SIGNED_IN_PAGES", "OTHER_PAGES"].map(
    (name) => new RegExp(`const ${name} = \\[(.*?)\\]`, "s").exec(worker)?.[1],
  );
  return lists.flatMap((list) => JSON.parse(`[${list?.replace(/,\s*$/, "")}]`) as string[]);
}

/** The files that the pages name, and those that these name in turn: lazy parts, workers and fonts. */
function filesOf(folder: string, pages: readonly string[]): string[] {
  const assets = path.join(folder, "assets");
  const all = readdirSync(assets);
  const namesIn = (text: string) =>
    [...text.matchAll(/[\w.-]+-[\w-]{8}\.(?:css|js|svg|wasm|woff2)/g)].map(([name]) => name);
  const found = new Set<string>();
  const add = (text: string) => {
    for (const name of namesIn(text)) {
      if (found.has(name) || !all.includes(name)) continue;
      found.add(name);
      if (/\.(css|js)$/.test(name) && !ROUTER_MANIFEST.test(name))
        add(readFileSync(path.join(assets, name), "utf8"));
    }
  };
  for (const page of pages) add(readFileSync(path.join(folder, page, "index.html"), "utf8"));
  return [...found].sort();
}
