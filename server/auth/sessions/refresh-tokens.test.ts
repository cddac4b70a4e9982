import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { KeyRing } from "../../tokens/key-ring.ts";
import type { InternalKey } from "../../tokens/keyed-hash.ts";
import { decodeRefreshToken, encodeRefreshToken } from "./refresh-tokens.ts";

const KEYS = new KeyRing<InternalKey>([{ key: "a key that only this installation knows" }]);
const OTHER_KEYS = new KeyRing<InternalKey>([{ key: "another key" }]);

test("only the key that created a refresh token decodes its session and rotation", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 0, max: 2 ** 31 - 2 }), (sessionId, rotation) => {
      const token = encodeRefreshToken({ sessionId, rotation }, KEYS);
      expect(decodeRefreshToken(token, KEYS)).toEqual({ sessionId, rotation });
      expect(() => decodeRefreshToken(token, OTHER_KEYS)).toThrow("Refresh Token Not Found");
    }),
  );
});

test("a rotation of the key signs nobody out", () => {
  const content = { sessionId: randomUUID(), rotation: 3 };
  const rotated = new KeyRing<InternalKey>([
    { key: "the new key" },
    { ...KEYS.current, replacedAt: new Date(Date.now() - 1000).toISOString() },
  ]);
  expect(decodeRefreshToken(encodeRefreshToken(content, KEYS), rotated)).toEqual(content);
  const renewed = encodeRefreshToken(content, rotated);
  expect(decodeRefreshToken(renewed, new KeyRing<InternalKey>([rotated.current]))).toEqual(content);
});

test("a token with any single character changed is refused", () => {
  const token = encodeRefreshToken({ sessionId: randomUUID(), rotation: 3 }, KEYS);
  for (let at = 0; at < token.length; at += 1) {
    const changed = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
    expect(() => decodeRefreshToken(changed, KEYS)).toThrow(/Not Found|not valid/);
  }
});

test("a token in any other spelling is refused", () => {
  const token = encodeRefreshToken({ sessionId: randomUUID(), rotation: 3 }, KEYS);
  for (const spelling of [`${token}=`, ` ${token}`, `${token}\n`, `${token.slice(0, 9)}!${token.slice(9)}`])
    expect(() => decodeRefreshToken(spelling, KEYS)).toThrow("Refresh token is not valid");
});

test("any other text is refused with the protocol's messages", () => {
  expect(() => decodeRefreshToken("k3v9x0q2m7ab", KEYS)).toThrow(
    "Invalid Refresh Token: Refresh Token Not Found",
  );
  expect(() => decodeRefreshToken("", KEYS)).toThrow("Refresh token is not valid");
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
      expect(() => decodeRefreshToken(text, KEYS)).toThrow(expect.objectContaining({ status: 400 }));
    }),
  );
});
