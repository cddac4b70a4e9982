import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "./fixtures.ts";

const pagesFile = path.resolve(import.meta.dirname, "../../build/app/pages.json");

/** These are not served themselves: the second is the shell of pages that the server writes. */
const NOT_SERVED = ["/404", "/public-page"];

interface BuiltPage {
  readonly path: string;
  readonly isApp: boolean;
}

/** All built pages, from the file that the server reads. */
function builtPages(): BuiltPage[] {
  const pages = JSON.parse(readFileSync(pagesFile, "utf8")) as BuiltPage[];
  return pages.filter(({ path }) => !NOT_SERVED.includes(path));
}

test("pages and files have the headers, the order and the redirects that browsers need @desktop", async ({
  server,
}) => {
  await test.step("every page has a content security policy, and only the app's pages are kept for five minutes", async () => {
    expect(builtPages().filter(({ isApp }) => !isApp).length).toBeGreaterThan(5);
    for (const { path: address, isApp } of builtPages()) {
      const response = await fetch(server.url + address, { headers: { "accept-encoding": "br" } });
      const headers = Object.fromEntries(response.headers);
      expect({ address, status: response.status, ...headers }).toMatchObject({
        status: 200,
        "content-type": "text/html; charset=utf-8",
        "content-encoding": "br",
        "cache-control": isApp ? "private, max-age=300" : "no-cache",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringMatching(/default-src 'none'; script-src 'self' 'sha256-/),
      });
      expect(headers["content-security-policy"]).not.toMatch(/script-src[^;]*'unsafe-/);
      const revalidation = await fetch(server.url + address, {
        headers: { "if-none-match": headers.etag ?? "" },
      });
      expect(revalidation.status, `${address}, revalidated`).toBe(304);
    }
  });

  await test.step("styles are linked before scripts, and the operator's settings are filled in", async () => {
    for (const { path: address } of builtPages()) {
      const page = await (await fetch(server.url + address)).text();
      const links = [...page.matchAll(/<link [^>]*rel="(stylesheet|modulepreload)"/g)].map(([, rel]) => rel);
      expect({ address, links }).toEqual({ address, links: [...links].sort().reverse() });
      expect(page, address).not.toMatch(/%[A-Z_]{3,}%/);
    }
  });

  await test.step("a file with a hashed name is cached forever and compressed", async () => {
    const page = await (await fetch(`${server.url}/pricing`)).text();
    const files = new Set([...page.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([file]) => file));
    expect(files.size).toBeGreaterThan(2);
    for (const file of files) {
      const whole = await fetch(server.url + file, { headers: { "accept-encoding": "identity" } });
      const bytes = (await whole.arrayBuffer()).byteLength;
      for (const encoding of ["br", "gzip"]) {
        const response = await fetch(server.url + file, { headers: { "accept-encoding": encoding } });
        expect({ file, status: response.status, ...Object.fromEntries(response.headers) }).toMatchObject({
          status: 200,
          "cache-control": "public, max-age=31536000, immutable",
          // Compression saves nothing on a few hundred bytes.
          ...(bytes > 500 && { "content-encoding": encoding }),
        });
        expect(response.headers.has("permissions-policy"), "a header that only documents need").toBe(false);
      }
    }
  });

  await test.step("an address with a trailing slash redirects to the page", async () => {
    const response = await fetch(`${server.url}/about/?from=mail`, { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([308, "/about?from=mail"]);
  });
});
