import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, signIn, test } from "./fixtures.ts";

const pagesFile = path.resolve(import.meta.dirname, "../../build/app/pages.json");

/** Every address that was built, as the servers read them. */
function addresses(): string[] {
  const pages = JSON.parse(readFileSync(pagesFile, "utf8")) as { path: string }[];
  return pages.map((page) => page.path).filter((address) => address !== "/404");
}

test.describe("responses @desktop", () => {
  test("every page is revalidated on each visit and has a content security policy", async ({ server }) => {
    for (const address of addresses()) {
      const answer = await fetch(server.url + address, { headers: { "accept-encoding": "br" } });
      const headers = Object.fromEntries(answer.headers);
      expect({ address, status: answer.status, ...headers }).toMatchObject({
        status: 200,
        "content-type": "text/html; charset=utf-8",
        "content-encoding": "br",
        "cache-control": "no-cache",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringMatching(/default-src 'none'; script-src 'self' 'sha256-/),
      });
      expect(headers["content-security-policy"]).not.toMatch(/script-src[^;]*'unsafe-/);
      const again = await fetch(server.url + address, { headers: { "if-none-match": headers.etag ?? "" } });
      expect(again.status, `${address}, asked for again`).toBe(304);
    }
  });

  test("styles are linked before scripts", async ({ server }) => {
    for (const address of addresses()) {
      const page = await (await fetch(server.url + address)).text();
      const links = [...page.matchAll(/<link [^>]*rel="(stylesheet|modulepreload)"/g)].map(([, rel]) => rel);
      expect({ address, links }).toEqual({ address, links: [...links].sort().reverse() });
    }
  });

  test("a file with a hashed name is cached for ever and compressed", async ({ server }) => {
    const page = await (await fetch(`${server.url}/auth`)).text();
    const files = new Set([...page.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([file]) => file));
    expect(files.size).toBeGreaterThan(2);
    for (const file of files) {
      const whole = await fetch(server.url + file, { headers: { "accept-encoding": "identity" } });
      const bytes = (await whole.arrayBuffer()).byteLength;
      for (const encoding of ["br", "gzip"]) {
        const answer = await fetch(server.url + file, { headers: { "accept-encoding": encoding } });
        expect({ file, status: answer.status, ...Object.fromEntries(answer.headers) }).toMatchObject({
          status: 200,
          "cache-control": "public, max-age=31536000, immutable",
          // Of a few hundred bytes nothing is left to save.
          ...(bytes > 500 && { "content-encoding": encoding }),
        });
      }
    }
  });

  test("an address with a trailing slash redirects to the page", async ({ server }) => {
    const answer = await fetch(`${server.url}/about/?from=mail`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([308, "/about?from=mail"]);
  });
});

test.describe("an unknown address", () => {
  // Chromium says itself that a page was not found.
  test.use({ allowConsole: /status of 404/ });

  test("an unknown address answers 404 with our own page", async ({ page }) => {
    const answer = await page.goto("/no/such/page");
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  });
});

test("the operator's settings are filled into a page", async ({ page, server }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.content()).not.toMatch(/%[A-Z_]{3,}%/);
  expect(page.url()).toBe(`${server.url}/`);
});

test("a logged-in student stays on the requested page", async ({ page, newStudent }) => {
  await signIn(page, await newStudent({ plan: { level: "ug", exam: "cet", name: "Medium" } }));
  await page.goto("/book-slot");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/book-slot");
});
