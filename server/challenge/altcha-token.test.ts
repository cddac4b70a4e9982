import fc from "fast-check";
import { expect, test } from "vitest";
import { parseToken } from "./altcha-token.ts";

const REAL = {
  challenge: {
    parameters: {
      algorithm: "PBKDF2/SHA-256",
      nonce: "0123456789abcdef0123456789abcdef",
      salt: "0123456789abcdef0123456789abcdef",
      cost: 1000,
      keyLength: 32,
      keyPrefix: "0123456789abcdef0123456789abcdef",
      keySignature: "0123456789abcdef".repeat(4),
      expiresAt: 1_795_000_000,
    },
    signature: "0123456789abcdef".repeat(4),
  },
  solution: { counter: 661, derivedKey: "0123456789abcdef".repeat(4), time: 178.2 },
};
const encode = (value: unknown) => btoa(JSON.stringify(value));
const withParameters = (over: object) =>
  encode({
    ...REAL,
    challenge: { ...REAL.challenge, parameters: { ...REAL.challenge.parameters, ...over } },
  });

test("what the widget sends is understood", () => {
  expect(parseToken(encode(REAL))).toEqual({
    ...REAL,
    solution: { counter: 661, derivedKey: REAL.solution.derivedKey },
  });
});

test.each([
  ["nothing", ""],
  ["no base64", "{}"],
  ["base64 of no JSON", btoa("hello")],
  ["JSON of another kind", encode(null)],
  ["nested brackets", btoa("[".repeat(3000))],
  ["more than a real one can have", btoa(JSON.stringify({ ...REAL, padding: "x".repeat(5000) }))],
  ["another algorithm", withParameters({ algorithm: "SHA-256" })],
  ["a parameter more", withParameters({ memoryCost: 1 })],
  ["no end", withParameters({ expiresAt: undefined })],
  ["an end that is no number", withParameters({ expiresAt: "never" })],
  ["a nonce of another length", withParameters({ nonce: "00" })],
  ["a nonce that is no hex", withParameters({ nonce: "'; drop table users; --------+++" })],
  ["no signature", encode({ ...REAL, challenge: { parameters: REAL.challenge.parameters } })],
  ["a counter beyond counting", encode({ ...REAL, solution: { ...REAL.solution, counter: 2 ** 32 } })],
  ["a fraction as counter", encode({ ...REAL, solution: { ...REAL.solution, counter: 0.5 } })],
  ["no solution", encode({ ...REAL, solution: null })],
])("%s is no token", (_what, token) => {
  expect(parseToken(token)).toBeUndefined();
});

test("whatever comes is understood or not, and nothing is thrown", () => {
  const base64 = fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes).toString("base64"));
  fc.assert(
    fc.property(fc.oneof(fc.string(), base64), (token) => {
      expect(parseToken(token)).toBeUndefined();
    }),
  );
});
