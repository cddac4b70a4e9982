import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findAllowedRedirect } from "./redirects.ts";

const SITE = { SITE_URL: "https://maarga.example", REDIRECT_URLS: [] };
const SITE_WITH_ALLOW_LIST = {
  ...SITE,
  REDIRECT_URLS: ["https://*.preview.example/**", "https://app.example/in/*", "maarga://signed-in"],
};

describe("a page of the site", () => {
  test.each([
    ["https://maarga.example", "https://maarga.example/"],
    ["https://maarga.example/reset-password", "https://maarga.example/reset-password"],
    ["https://MAARGA.example:443/a?b=c#d", "https://maarga.example/a?b=c"],
    ["https://maarga.example/a/../b", "https://maarga.example/b"],
  ])("%s is allowed", (requested, target) => {
    expect(findAllowedRedirect(requested, SITE)).toBe(target);
  });
});

const HOSTILE = [
  "",
  "/reset-password",
  "//evil.example",
  "///evil.example",
  "\\\\evil.example",
  "https:\\\\evil.example",
  "/\\evil.example",
  "https:/\\maarga.example",
  "https://maarga.example\\@evil.example",
  "https://maarga.example@evil.example",
  "https://user@maarga.example/",
  "https://user:password@maarga.example/",
  "https://maarga.example.evil.example",
  "https://maarga.example%2eevil.example",
  "https://evil.example/https://maarga.example",
  "https://evil.example?https://maarga.example",
  "https://evil.example#https://maarga.example",
  "https://maarga.examplе/", // a Cyrillic е
  "https://maarga.example:444/",
  "http://maarga.example/",
  "https://maarga.example./",
  "https://sub.maarga.example/",
  "javascript:alert(1)",
  "JavaScript:alert(1)//https://maarga.example",
  "java\nscript:alert(1)",
  " https://maarga.example",
  "https://maarga.example/\r\nSet-Cookie: a=b",
  "https://maarga.example/\tx",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://maarga.example/5e1f",
  "file:///etc/passwd",
  "about:blank",
  "http://localhost:3000/",
  "https://localhost/",
  "https://127.0.0.1:8443/",
  "https://",
  "https://[",
  "\u0000https://maarga.example",
];

describe("any other address is refused", () => {
  test.each(HOSTILE.map((requested) => [requested]))("%j", (requested) => {
    expect(findAllowedRedirect(requested, SITE)).toBeNull();
    expect(findAllowedRedirect(requested, SITE_WITH_ALLOW_LIST)).toBeNull();
  });

  test("an allowed address always has the origin of the site", () => {
    const piece = fc.constantFrom(
      ..."https:|http:|//|/|\\|@|:|?|#|%|.|\t|\n|\u0000|ಕ|maarga.example|evil.example|user".split("|"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const target = findAllowedRedirect(pieces.join(""), SITE);
        if (target !== null) expect(new URL(target).origin).toBe("https://maarga.example");
      }),
      { numRuns: 1000 },
    );
  });
});

describe("the allow-list decides", () => {
  test.each([
    ["https://one.preview.example/a/b?c=d", true],
    ["https://preview.example/", false],
    ["https://one.two.preview.example/", false],
    ["https://one.preview.example.evil.example/", false],
    ["https://evil.example/.preview.example/", false],
    ["http://one.preview.example/", false],
    ["https://app.example/in/here", true],
    ["https://app.example/in/here/deeper", false],
    ["https://app.example/in/here?to=there", false],
    ["https://app.example/", false],
    ["https://app.example/in/../out", false],
    ["https://appXexample/in/here", false],
    ["maarga://signed-in", true],
    ["maarga://signed-in/elsewhere", true],
    ["maarga://elsewhere", false],
  ])("%s: allowed is %s", (requested, isAllowed) => {
    expect(findAllowedRedirect(requested, SITE_WITH_ALLOW_LIST) !== null).toBe(isAllowed);
  });

  test("a script is refused even if it is on the allow-list", () => {
    expect(
      findAllowedRedirect("javascript://x/%0aalert(1)", { ...SITE, REDIRECT_URLS: ["javascript://**"] }),
    ).toBeNull();
  });
});

describe("in development, every port of the loopback address is allowed", () => {
  const LOCAL = { SITE_URL: "http://localhost:3000", REDIRECT_URLS: [] };
  test.each([
    ["http://localhost:5173/auth", true],
    ["http://127.0.0.1:5173/auth", true],
    ["http://[::1]:5173/", true],
    ["https://localhost:3000/", false],
    ["http://localhost.evil.example/", false],
    ["http://192.168.1.2:3000/", false],
    ["http://evil.example/", false],
  ])("%s: allowed is %s", (requested, isAllowed) => {
    expect(findAllowedRedirect(requested, LOCAL) !== null).toBe(isAllowed);
  });
});
