import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { KeyRing } from "../tokens/key-ring.ts";
import type { InternalKey } from "../tokens/keyed-hash.ts";
import { findFamiliarBrowser, rememberBrowser } from "./familiar-browser.ts";

const USER = "a1b2c3d4-0000-4000-8000-000000000001";
const OTHER = "a1b2c3d4-0000-4000-8000-000000000002";
const internalKeys = new KeyRing<InternalKey>([{ key: "a key of the tests, with 32 letters" }]);
const site = (SITE_URL: string) => ({ internalKeys, config: { SITE_URL, REDIRECT_URLS: [] } });
const HTTPS = site("https://maarga.example");
const HTTP = site("http://localhost:3000");

const requestWith = (cookie = "") => ({ headers: { cookie } }) as FastifyRequest;

/** Returns the cookie that a browser without one gets. */
function remember(dependencies: typeof HTTPS): string {
  let cookie = "";
  const reply = {
    header(_name: string, value: string) {
      cookie = value;
    },
  };
  rememberBrowser(dependencies, requestWith(), reply as unknown as FastifyReply, USER);
  return cookie;
}
const pairOf = (cookie: string) => cookie.split(";")[0] ?? "";

test("over HTTPS, the cookie belongs to this host alone", () => {
  expect(remember(HTTPS)).toMatch(
    /^__Host-maarga-device-a1b2c3d4=[\w-]{43}; Max-Age=\d+; HttpOnly; SameSite=Strict; Path=\/; Secure$/,
  );
  expect(remember(HTTP)).toMatch(
    /^maarga-device-a1b2c3d4=[^;]+; Max-Age=\d+; HttpOnly; SameSite=Strict; Path=\/auth\/v1$/,
  );
});

test.each([
  ["of this version", HTTPS],
  ["of an earlier version", HTTP],
])("a cookie %s makes the browser familiar, for its user only", (_case, dependencies) => {
  const request = requestWith(`theme=dark; ${pairOf(remember(dependencies))}`);
  expect(findFamiliarBrowser(HTTPS, request, USER)).toMatch(/^[0-9a-f]{32}$/);
  expect(findFamiliarBrowser(HTTPS, request, OTHER)).toBeNull();
  expect(findFamiliarBrowser(HTTPS, requestWith(), USER)).toBeNull();
});
