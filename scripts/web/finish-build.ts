import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { fillInKeptFiles } from "./kept-files.ts";

const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt|xml)$/;
const SCRIPT_LINK = /<link rel="modulepreload" [^>]*>/g;
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/json")[^>]*>(.*?)<\/script>/gs;

/** Compresses every file and lists the script hashes of each page for its content policy, so that no request has to do it. */
export function finishBuild(folder: string): void {
  rmSync(path.join(folder, "__spa-fallback.html"));
  rmSync(path.join(folder, ".vite"), { recursive: true, force: true });
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) =>
    file.split(path.sep).join("/"),
  );
  for (const file of files.filter((name) => name.endsWith(".html"))) deferScripts(path.join(folder, file));
  fillInKeptFiles(folder);
  for (const file of files.filter((name) => COMPRESSIBLE.test(name))) compress(path.join(folder, file));
  const pages = files
    .filter((file) => file.endsWith(".html"))
    .sort()
    .map((file) => ({ path: addressOf(file), file, scriptHashes: hashesIn(path.join(folder, file)) }));
  writeFileSync(path.join(folder, "..", "pages.json"), `${JSON.stringify(pages, null, 1)}\n`);
}

/** Moves the scripts of a page behind its style sheet: React puts them first, which delays the first paint. */
function deferScripts(file: string): void {
  const html = readFileSync(file, "utf8");
  const links = [...new Set(html.match(SCRIPT_LINK))].map((link) =>
    link.replace("<link ", '<link fetchpriority="low" '),
  );
  writeFileSync(file, html.replaceAll(SCRIPT_LINK, "").replace("</head>", `${links.join("")}</head>`));
}

/** Returns /about for about/index.html. */
function addressOf(file: string): string {
  return `/${file.replace(/\/?index\.html$/, "")}`;
}

function compress(file: string): void {
  const content = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const copies = { br: brotliCompressSync(content, { params }), gz: gzipSync(content, { level: 9 }) };
  for (const [extension, copy] of Object.entries(copies))
    if (copy.length < content.length) writeFileSync(`${file}.${extension}`, copy);
}

function hashesIn(file: string): string[] {
  const scripts = [...readFileSync(file, "utf8").matchAll(INLINE_SCRIPT)].map(([, source = ""]) => source);
  return [...new Set(scripts)].map(
    (source) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`,
  );
}
