import { expect, test } from "vitest";
import { isFreshMailSession, isFreshSession } from "./session-age.ts";

const STARTED = 1_800_000_000;
const tokenWith = (claims: object) => {
  // Contains both characters in which base64url differs from base64.
  const payload = btoa(JSON.stringify({ filler: "??>>~~~", ...claims }));
  return `header.${payload.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}.signature`;
};

test.each([
  ["a mailed code just now", "otp", 0, true],
  ["a mailed code, one second less than ten minutes ago", "otp", 599, true],
  ["a mailed code ten minutes ago", "otp", 600, false],
  ["a password just now", "password", 0, false],
])("%s", (_case, method, secondsAgo, expected) => {
  const token = tokenWith({ amr: [{ method, timestamp: STARTED }] });
  expect(isFreshMailSession(token, (STARTED + secondsAgo) * 1000)).toBe(expected);
});

test("the second step is not what started the session", () => {
  const amr = [
    { method: "totp", timestamp: STARTED + 500 },
    { method: "otp", timestamp: STARTED },
  ];
  expect(isFreshMailSession(tokenWith({ amr }), (STARTED + 599) * 1000)).toBe(true);
  expect(isFreshSession(tokenWith({ amr }), (STARTED + 600) * 1000)).toBe(false);
});

test("a password started a fresh session too", () => {
  const token = tokenWith({ amr: [{ method: "password", timestamp: STARTED }] });
  expect(isFreshSession(token, (STARTED + 599) * 1000)).toBe(true);
  expect(isFreshSession(tokenWith({}), STARTED * 1000)).toBe(false);
});

test("a token that does not say how it began needs the current password", () => {
  expect(isFreshMailSession(tokenWith({}), STARTED * 1000)).toBe(false);
});
