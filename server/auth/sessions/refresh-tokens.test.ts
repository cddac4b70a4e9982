import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeRefreshToken, encodeRefreshToken } from "./refresh-tokens.ts";

const KEY = "a key that only this installation knows";

test("only the key that created a refresh token decodes its session and rotation", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 0, max: 2 ** 31 - 2 }), (sessionId, rotation) => {
      const token = encodeRefreshToken({ sessionId, rotation }, KEY);
      expect(decodeRefreshToken(token, KEY)).toEqual({ sessionId, rotation });
      expect(() => decodeRefreshToken(token, "another key")).toThrow("Refresh Token Not Found");
    }),
  );
});

test("a token with any single character changed is refused", () => {
  const token = encodeRefreshToken({ sessionId: randomUUID(), rotation: 3 }, KEY);
  for (let at = 0; at < token.length; at += 1) {
    const changed = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
    expect(() => decodeRefreshToken(changed, KEY)).toThrow(/Not Found|not valid/);
  }
});

test("a token in any other spelling is refused", () => {
  const token = encodeRefreshToken({ sessionId: randomUUID(), rotation: 3 }, KEY);
  for (const spelling of [`${token}=`, ` ${token}`, `${token}\n`, `${token.slice(0, 9)}!${token.slice(9)}`])
    expect(() => decodeRefreshToken(spelling, KEY)).toThrow("Refresh token is not valid");
});

test("any other text is refused with the protocol's messages", () => {
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
