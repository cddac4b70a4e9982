import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { projectRoot } from "../root.ts";

/** One file, ready to be sent in each of its encodings. */
export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  readonly policy?: string;
  readonly bodies: Readonly<Partial<Record<"br" | "gzip" | "identity", Buffer>>> & {
    readonly identity: Buffer;
  };
}

export type StaticFiles = ReadonlyMap<string, StaticFile>;

interface BuiltPage {
  readonly path: string;
  readonly file: string;
  readonly scriptHashes: readonly string[];
}

export interface LoadStaticFilesOptions {
  /** Puts the operator's settings into a page. */
  readonly fillPlaceholders: (text: string) => string;
  readonly policyFor: (scriptHashes: readonly string[]) => string;
  readonly buildFolder?: string;
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};

/** Its name changes with its content, so what was fetched once is right for ever. */
const FOR_EVER = "public, max-age=31536000, immutable";
/** May be kept, and must be asked for anew: a page names the scripts of its own build. */
const ASK_AGAIN = "no-cache";
/** A worker fetches under the policy that it came with itself: this one may ask us, and nobody else. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";
const WORKER = /^[\w-]+-worker\.js$/;
/** Texts that the operator's settings are part of. */
const FILLED_IN = /\.(html|txt|xml)$/;

/**
 * The built web app, in memory: some hundred small files, that a disk would have to be asked for at every request.
 * Undefined where it was not built, as while developing.
 */
export function loadStaticFiles({
  fillPlaceholders,
  policyFor,
  buildFolder = defaultFolder,
}: LoadStaticFilesOptions): StaticFiles | undefined {
  const pagesFile = path.join(buildFolder, "pages.json");
  if (!existsSync(pagesFile)) return undefined;
  const pages = JSON.parse(readFileSync(pagesFile, "utf8")) as BuiltPage[];
  const client = path.join(buildFolder, "client");
  const read = (file: string) => readFileSync(path.join(client, file));

  const site = new Map<string, StaticFile>();
  for (const entry of readdirSync(client, { recursive: true, encoding: "utf8", withFileTypes: true })) {
    const file = path.relative(client, path.join(entry.parentPath, entry.name)).split(path.sep).join("/");
    const type = TYPES[path.extname(file)];
    if (!entry.isFile() || type === undefined || file.endsWith(".html")) continue;
    const content = FILLED_IN.test(file)
      ? compressed(fillPlaceholders(read(file).toString()))
      : stored(client, file);
    site.set(`/${file}`, {
      type,
      etag: etagOf(content.identity),
      cacheControl: file.startsWith("assets/") ? FOR_EVER : ASK_AGAIN,
      ...(WORKER.test(file) && { policy: WORKER_POLICY }),
      bodies: content,
    });
  }
  for (const { path: address, file, scriptHashes } of pages) {
    const bodies = compressed(fillPlaceholders(read(file).toString()));
    site.set(address, {
      type: TYPES[".html"] as string,
      etag: etagOf(bodies.identity),
      cacheControl: ASK_AGAIN,
      policy: policyFor(scriptHashes),
      bodies,
    });
  }
  return site;
}

const defaultFolder = path.join(projectRoot, "build", "app");

function stored(folder: string, file: string): StaticFile["bodies"] {
  const copy = (ending: string) => {
    const place = path.join(folder, `${file}.${ending}`);
    return existsSync(place) ? readFileSync(place) : undefined;
  };
  const [br, gzip] = [copy("br"), copy("gz")];
  return { identity: readFileSync(path.join(folder, file)), ...(br && { br }), ...(gzip && { gzip }) };
}

function compressed(text: string): StaticFile["bodies"] {
  const identity = Buffer.from(text);
  return { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) };
}

function etagOf(content: Buffer): string {
  return `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}
