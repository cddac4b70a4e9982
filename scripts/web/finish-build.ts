import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { fillInKeptFiles } from "./kept-files.ts";

const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt|xml)$/;
const SCRIPT_LINK = /<link rel="modulepreload" [^>]*href="([^"]+)"[^>]*>/g;
/** web/layout/early-requests.ts writes the request for `overview`. */
const LOAD_LATER = `
function load(){
addresses.splice(0).forEach(function(address){
var link=document.createElement("link")
link.rel="modulepreload"
link.fetchPriority="low"
link.href=address
document.head.append(link)
})
}
document.addEventListener("load",function(event){if(event.target.rel==="stylesheet")load()},true)
if(window.overview)window.overview.answer.then(load)
`;
const ENTRY_CALL = /import\("(\/assets\/entry\.client-[\w-]+\.js)"\);/;
/** The start data of the router's package, which our own router does not read (web/router/react-router.tsx). */
const ROUTER_DATA = /(?:<!--\/?\$-->)*<script>window\.__reactRouterContext\b.*?<\/script>(?:<!--\/?\$-->)*/gs;
const UNUSED_ROUTE_FACTS = /"has\w+":(?:true|false),/g;
const STATIC_IMPORT = /import\{([^}]*)\}from"\.\/([\w.-]+\.js)";/g;
const SCRIPT = /\/assets\/[\w.-]+\.js\b/g;
/** A browser that knows this comment compiles the whole file while it arrives, beside the main thread. */
const COMPILE_AT_ONCE = "//# allFunctionsCalledOnLoad\n";
const MIN_COMPILED_CHARS = 4_000;
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/json")[^>]*>(.*?)<\/script>/gs;

/** Compresses every file and lists the script hashes of each page for its content policy, so that no request has to do it. */
export function finishBuild(folder: string): void {
  rmSync(path.join(folder, "__spa-fallback.html"));
  rmSync(path.join(folder, ".vite"), { recursive: true, force: true });
  const list = () =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => file.split(path.sep).join("/"));
  for (const file of list().filter((name) => name.endsWith(".html"))) {
    dropRouterData(folder, file);
    inlineEntry(folder, file);
    deferScripts(folder, file);
  }
  shortenManifest(folder);
  compileAtOnce(folder);
  fillInKeptFiles(folder);
  const files = list();
  for (const file of files.filter((name) => COMPRESSIBLE.test(name))) compress(path.join(folder, file));
  const pages = files
    .filter((file) => file.endsWith(".html"))
    .sort()
    .map((file) => {
      const html = readFileSync(path.join(folder, file), "utf8");
      return {
        path: addressOf(file),
        file,
        isApp: html.includes('rel="modulepreload"'),
        scriptHashes: hashesIn(html),
      };
    });
  writeFileSync(path.join(folder, "..", "pages.json"), `${JSON.stringify(pages, null, 1)}\n`);
}

function dropRouterData(folder: string, name: string): void {
  const file = path.join(folder, name);
  writeFileSync(file, readFileSync(file, "utf8").replace(ROUTER_DATA, ""));
}

/** Writes the router's entry, which is smaller than the headers of its request, into the page. */
function inlineEntry(folder: string, name: string): void {
  const file = path.join(folder, name);
  const html = readFileSync(file, "utf8");
  const [call, address = ""] = ENTRY_CALL.exec(html) ?? [];
  if (!call) return;
  const source = readFileSync(path.join(folder, address), "utf8").replace(
    STATIC_IMPORT,
    (_import, names: string, script: string) =>
      `const{${names.replaceAll(" as ", ":")}}=await import("/assets/${script}");`,
  );
  if (/\b(import|export)\b(?!\()/.test(source)) throw new Error(`${address} cannot be written into ${name}`);
  const link = new RegExp(`<link rel="modulepreload" href="${address}"/>`);
  // A function, because "$" has a meaning in a replacement text.
  writeFileSync(
    file,
    html.replace(link, "").replace(call, () => source.trim()),
  );
}

/** The list of all routes also names the file of the entry, which the pages contain, and facts that nobody reads. */
function shortenManifest(folder: string): void {
  const assets = path.join(folder, "assets");
  for (const name of readdirSync(assets)) {
    const file = path.join(assets, name);
    if (name.startsWith("entry.client-")) rmSync(file);
    if (!name.startsWith("manifest-")) continue;
    const text = readFileSync(file, "utf8").replace(UNUSED_ROUTE_FACTS, "");
    writeFileSync(file, text.replace(/(?<="entry":\{"module":)"[^"]+"(?=,"imports":\[("[^"]+"))/, "$1"));
  }
}

/**
 * Moves the scripts of a page behind its style sheet: React puts them first, which delays the first paint. Only the largest,
 * which takes longest, shares the line with the style sheet. The others are requested when the style sheet has arrived, or the
 * overview, which is small: then they arrive behind the style sheet.
 */
function deferScripts(folder: string, name: string): void {
  const file = path.join(folder, name);
  const html = readFileSync(file, "utf8");
  const sizeOf = (address: string) => statSync(path.join(folder, address)).size;
  const addresses = [...html.matchAll(SCRIPT_LINK)].map(([, address = ""]) => address);
  const bySize = [...new Set(addresses)].sort((a, b) => sizeOf(a) - sizeOf(b));
  const largest = bySize.pop();
  if (!largest) return;
  const link = `<link fetchpriority="low" rel="modulepreload" href="${largest}"/>`;
  const script = `<script>(function(addresses){${LOAD_LATER}})(${JSON.stringify(bySize)})</script>`;
  writeFileSync(
    file,
    html
      .replaceAll(SCRIPT_LINK, "")
      .replace('<link rel="stylesheet"', (start) => script + start)
      .replace("</head>", `${link}</head>`),
  );
}

/**
 * Marks the scripts that pages list in their HTML. Otherwise a browser reads each function once to skip it, and compiles it
 * on the main thread when it is first called, which takes a slow phone a quarter of a second. Lazy parts stay as they are.
 */
function compileAtOnce(folder: string): void {
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".html"),
  );
  const listed = pages.flatMap((name) => readFileSync(path.join(folder, name), "utf8").match(SCRIPT) ?? []);
  for (const script of new Set(listed)) {
    const file = path.join(folder, script);
    const source = readFileSync(file, "utf8");
    if (source.length > MIN_COMPILED_CHARS) writeFileSync(file, COMPILE_AT_ONCE + source);
  }
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

function hashesIn(html: string): string[] {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([, source = ""]) => source);
  return [...new Set(scripts)].map(
    (source) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`,
  );
}
