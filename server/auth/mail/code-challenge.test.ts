import { expect, test } from "vitest";
import { Refusal } from "../../errors/refusal.ts";
import { matchesCodeChallenge, readCodeChallenge } from "./code-challenge.ts";

const SECRET = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
/** From RFC 7636, appendix B. */
const HASH = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

const HTTPS = { SITE_URL: "https://maarga.example" };
const HTTP = { SITE_URL: "http://192.0.2.1:3000" };
const hashed = { code_challenge: HASH, code_challenge_method: "s256" };
const plain = { code_challenge: SECRET, code_challenge_method: "plain" };

test("the hash of the secret is stored, and only the secret matches it", () => {
  expect(readCodeChallenge(hashed, HTTPS)).toBe(HASH);
  expect(readCodeChallenge(plain, HTTP)).toBe(HASH);
  expect(matchesCodeChallenge(HASH, SECRET)).toBe(true);
  expect(matchesCodeChallenge(HASH, HASH)).toBe(false);
});

test("a client without PKCE has no challenge", () => {
  expect(readCodeChallenge({ code_challenge: null }, HTTPS)).toBeNull();
});

test("a site with HTTPS refuses a challenge that is the secret itself", () => {
  expect(() => readCodeChallenge(plain, HTTPS)).toThrow(Refusal);
});
