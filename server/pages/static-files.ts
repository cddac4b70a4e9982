import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { projectRoot } from "../root.ts";

/** The encodings of a copy, the smallest first. */
export const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A file with its compressed copies. */
export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  readonly policy?: string;
  readonly content: Buffer;
  readonly copies: Copies;
}

type Copies = Readonly<Partial<Record<Encoding, () => Promise<Buffer>>>>;

export type StaticFiles = ReadonlyMap<string, StaticFile>;

interface BuiltPage {
  readonly path: string;
  readonly file: string;
  /** Pages of the app have scripts, and are opened by people who have signed in. The others are HTML and one small script. */
  readonly isApp: boolean;
  readonly scriptHashes: readonly string[];
}

export interface LoadStaticFilesOptions {
  /** Inserts the operator's settings into a page. */
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

/** For files whose name changes with their content. */
const CACHE_FOREVER = "public, max-age=31536000, immutable";
/** For files such as pages, which name the scripts of one build. */
const REVALIDATE = "no-cache";
/** A page of the app that is opened again, or that the page for logging in has prefetched, is there without a round trip. */
const KEEP_BRIEFLY = "private, max-age=300";
/** A worker is bound by the policy of its own response. It may only send requests to this server. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";
const WORKER = /^[\w-]+-worker\.js$/;
/** Files that contain placeholders for the operator's settings. */
const WITH_PLACEHOLDERS = /\.(html|txt|xml)$/;

/**
 * Loads the built web app into memory, so that no request reads from disk. It has about a hundred small files. Returns
 * undefined if the app was not built, as in development.
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
  const fill = (file: string) => Buffer.from(fillPlaceholders(read(file).toString()));

  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(client, { recursive: true, encoding: "utf8", withFileTypes: true })) {
    const file = path.relative(client, path.join(entry.parentPath, entry.name)).split(path.sep).join("/");
    const type = TYPES[path.extname(file)];
    if (!entry.isFile() || type === undefined || file.endsWith(".html")) continue;
    const isTemplate = WITH_PLACEHOLDERS.test(file);
    const content = isTemplate ? fill(file) : read(file);
    files.set(`/${file}`, {
      type,
      etag: etagOf(content),
      cacheControl: file.startsWith("assets/") ? CACHE_FOREVER : REVALIDATE,
      ...(WORKER.test(file) && { policy: WORKER_POLICY }),
      content,
      copies: isTemplate ? compressedCopies(content) : readCopies(path.join(client, file)),
    });
  }
  for (const { path: address, file, isApp, scriptHashes } of pages) {
    const content = fill(file);
    files.set(address, {
      type: TYPES[".html"] as string,
      etag: etagOf(content),
      cacheControl: isApp ? KEEP_BRIEFLY : REVALIDATE,
      policy: policyFor(scriptHashes),
      content,
      copies: compressedCopies(content),
    });
  }
  return files;
}

const defaultFolder = path.join(projectRoot, "build", "app");

/** Reads the copies that the build has compressed. */
function readCopies(file: string): Copies {
  const readCopy = (extension: string) => {
    if (!existsSync(`${file}.${extension}`)) return undefined;
    const copy = Promise.resolve(readFileSync(`${file}.${extension}`));
    return () => copy;
  };
  const [br, gzip] = [readCopy("br"), readCopy("gz")];
  return { ...(br && { br }), ...(gzip && { gzip }) };
}

/** Compresses at the first request for a copy: all pages together would delay the start by almost a second. */
function compressedCopies(content: Buffer): Copies {
  return {
    br: once(() => promisify(brotliCompress)(content)),
    gzip: once(() => promisify(gzip)(content)),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function etagOf(content: Buffer): string {
  return `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}
