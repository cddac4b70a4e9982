import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readRefreshToken, writeRefreshToken } from "./refresh-tokens.ts";

const KEY = "a key that only this installation knows";

test("a refresh token tells its session and turn to whoever has the key", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 0, max: 2 ** 31 - 2 }), (sessionId, turn) => {
      const token = writeRefreshToken({ sessionId, turn }, KEY);
      expect(readRefreshToken(token, KEY)).toEqual({ sessionId, turn });
      expect(() => readRefreshToken(token, "another key")).toThrow("Refresh Token Not Found");
    }),
  );
});

test("a token with any one character changed is refused", () => {
  const token = writeRefreshToken({ sessionId: randomUUID(), turn: 3 }, KEY);
  for (let at = 0; at < token.length; at += 1) {
    const changed = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
    expect(() => readRefreshToken(changed, KEY)).toThrow(/Not Found|not valid/);
  }
});

test("a token has one spelling", () => {
  const token = writeRefreshToken({ sessionId: randomUUID(), turn: 3 }, KEY);
  for (const spelling of [`${token}=`, ` ${token}`, `${token}\n`, `${token.slice(0, 9)}!${token.slice(9)}`])
    expect(() => readRefreshToken(spelling, KEY)).toThrow("Refresh token is not valid");
});

test("whatever else comes is refused in the protocol's words", () => {
  expect(() => readRefreshToken("k3v9x0q2m7ab", KEY)).toThrow(
    "Invalid Refresh Token: Refresh Token Not Found",
  );
  expect(() => readRefreshToken("", KEY)).toThrow("Refresh token is not valid");
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
      expect(() => readRefreshToken(text, KEY)).toThrow(expect.objectContaining({ status: 400 }));
    }),
  );
});
