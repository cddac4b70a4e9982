import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeRefreshToken, encodeRefreshToken } from "./refresh-tokens.ts";

const KEY = "a key that only this installation knows";

test("a refresh token tells its session and turn to whoever has the key", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 0, max: 2 ** 31 - 2 }), (sessionId, turn) => {
      const token = encodeRefreshToken({ sessionId, turn }, KEY);
      expect(decodeRefreshToken(token, KEY)).toEqual({ sessionId, turn });
      expect(() => decodeRefreshToken(token, "another key")).toThrow("Refresh Token Not Found");
    }),
  );
});

test("a token with any one character changed is refused", () => {
  const token = encodeRefreshToken({ sessionId: randomUUID(), turn: 3 }, KEY);
  for (let at = 0; at < token.length; at += 1) {
    const changed = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
    expect(() => decodeRefreshToken(changed, KEY)).toThrow(/Not Found|not valid/);
  }
});

test("a token has one spelling", () => {
  const token = encodeRefreshToken({ sessionId: randomUUID(), turn: 3 }, KEY);
  for (const spelling of [`${token}=`, ` ${token}`, `${token}\n`, `${token.slice(0, 9)}!${token.slice(9)}`])
    expect(() => decodeRefreshToken(spelling, KEY)).toThrow("Refresh token is not valid");
});

test("whatever else comes is refused in the protocol's words", () => {
  expect(() => decodeRefreshToken("k3v9x0q2m7ab", KEY)).toThrow(
    "Invalid Refresh Token: Refresh Token Not Found",
  );
  expect(() => decodeRefreshToken("", KEY)).toThrow("Refresh token is not valid");
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
      expect(() => decodeRefreshToken(text, KEY)).toThrow(expect.objectContaining({ status: 400 }));
    }),
  );
});
