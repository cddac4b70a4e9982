import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillPlaceholders } from "./page-settings.ts";
import { pagesRoutes } from "./routes.ts";
import { loadStaticFiles } from "./static-files.ts";

const folder = mkdtempSync(path.join(tmpdir(), "maarga-pages-"));
const settings = { SITE_URL: "https://maarga.example", SUPPORT_EMAIL: "" };
let app: FastifyInstance;

beforeAll(() => {
  const client = path.join(folder, "client");
  const files = {
    "index.html":
      '<a href="%SITE_URL%/about">home</a> 100%BUT_NOT_THIS% <b data-needs="%SUPPORT_EMAIL%"></b>',
    "about/index.html": "about",
    "pricing/index.html": "pricing",
    "404/index.html": "not found",
    "robots.txt": "Sitemap: %SITE_URL%/sitemap.xml",
    "assets/app-1.js": "let plain",
    "assets/app-1.js.br": "brotli of it",
    "secret.key": "never",
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(client, file)), { recursive: true });
    writeFileSync(path.join(client, file), content);
  }
  const pages = ["", "about", "404", "pricing"].map((name) => ({
    path: `/${name}`,
    file: path.posix.join(name, "index.html"),
    isApp: name === "pricing",
    scriptHashes: ["'sha256-x'"],
  }));
  writeFileSync(path.join(folder, "pages.json"), JSON.stringify(pages));
  app = Fastify();
  pagesRoutes(
    app,
    loadStaticFiles({
      buildFolder: folder,
      fillPlaceholders: (text) => fillPlaceholders(text, settings),
      policyFor: (hashes) => `script-src 'self' ${hashes.join(" ")}`,
    }),
  );
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test("a page contains the operator's settings, has its own policy and is revalidated", async () => {
  const response = await get("/");
  expect(response.body).toBe(
    '<a href="https://maarga.example/about">home</a> 100%BUT_NOT_THIS% <b data-needs=""></b>',
  );
  expect(response.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    "content-security-policy": "script-src 'self' 'sha256-x'",
  });
  expect((await get("/robots.txt")).body).toBe("Sitemap: https://maarga.example/sitemap.xml");
});

test("a page of the app may be opened again within five minutes without asking", async () => {
  expect((await get("/pricing")).headers["cache-control"]).toBe("private, max-age=300");
  expect((await get("/robots.txt")).headers["cache-control"]).toBe("no-cache");
});

test("an asset whose name contains a hash is cached forever", async () => {
  const response = await get("/assets/app-1.js");
  expect(response.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(response.body).toBe("let plain");
});

describe("compression by Accept-Encoding", () => {
  test.each([
    ["br, gzip", "br"],
    ["gzip;q=0.5", "gzip"],
    ["gzip, br;q=0", "gzip"],
    ["identity", undefined],
    ["", undefined],
  ])("%j gets the encoding %s", async (accepted, encoding) => {
    const response = await get("/about", { "accept-encoding": accepted });
    expect(response.headers["content-encoding"]).toBe(encoding);
    expect(response.headers.vary).toBe("accept-encoding");
    const open = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ""] ?? ((bytes: Buffer) => bytes);
    expect(open(response.rawPayload).toString()).toBe("about");
  });

  test("a file that was compressed by the build is sent unchanged", async () => {
    expect((await get("/assets/app-1.js", { "accept-encoding": "br" })).body).toBe("brotli of it");
  });
});

test("a page that the browser has cached is not sent again", async () => {
  const { etag = "" } = (await get("/about")).headers;
  const again = await get("/about", { "if-none-match": String(etag) });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  expect((await get("/about", { "if-none-match": '"another"' })).statusCode).toBe(200);
});

test.each([
  "/nowhere",
  "/assets/app-2.js",
  "/pages.json",
  "/secret.key",
  "/../pages.json",
  "/%2e%2e/pages.json",
])("%s gets the not-found page with status 404", async (url) => {
  const response = await get(url);
  expect([response.statusCode, response.body]).toEqual([404, "not found"]);
});

test("attack: the body of a request for a page is not read", async () => {
  let isRead = false;
  const body = new Readable({
    read() {
      isRead = true;
      this.push(null);
    },
  });
  const headers = { "content-type": "application/json" };
  const response = await app.inject({ method: "POST", url: "/nowhere", headers, payload: body });
  expect([response.statusCode, response.body, isRead]).toEqual([404, "", false]);
});

test("a trailing slash redirects to the page, and never to another site", async () => {
  const response = await get("/about/?from=mail");
  expect([response.statusCode, response.headers.location]).toEqual([308, "/about?from=mail"]);
  expect((await get("//evil.example/")).statusCode).toBe(404);
});

test("without a build, the page says that it is not built", async () => {
  const bare = Fastify();
  pagesRoutes(bare, undefined);
  const response = await bare.inject("/pricing");
  expect(response.body).toContain("not built");
});
