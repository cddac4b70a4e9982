import fc from "fast-check";
import { expect, test } from "vitest";
import { parseToken } from "./altcha-token.ts";

const GENUINE = {
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
    ...GENUINE,
    challenge: { ...GENUINE.challenge, parameters: { ...GENUINE.challenge.parameters, ...over } },
  });

test("a token of the widget is parsed", () => {
  expect(parseToken(encode(GENUINE))).toEqual({
    ...GENUINE,
    solution: { counter: 661, derivedKey: GENUINE.solution.derivedKey },
  });
});

test.each([
  ["nothing", ""],
  ["text that is not base64", "{}"],
  ["base64 of text that is not JSON", btoa("hello")],
  ["JSON that is not an object", encode(null)],
  ["nested brackets", btoa("[".repeat(3000))],
  ["a token that is too long", btoa(JSON.stringify({ ...GENUINE, padding: "x".repeat(5000) }))],
  ["another algorithm", withParameters({ algorithm: "SHA-256" })],
  ["an additional parameter", withParameters({ memoryCost: 1 })],
  ["no expiry", withParameters({ expiresAt: undefined })],
  ["an expiry that is not a number", withParameters({ expiresAt: "never" })],
  ["a nonce of the wrong length", withParameters({ nonce: "00" })],
  ["a nonce that is not hex", withParameters({ nonce: "'; drop table users; --------+++" })],
  ["no signature", encode({ ...GENUINE, challenge: { parameters: GENUINE.challenge.parameters } })],
  [
    "a counter that is too large",
    encode({ ...GENUINE, solution: { ...GENUINE.solution, counter: 2 ** 32 } }),
  ],
  [
    "a counter that is not an integer",
    encode({ ...GENUINE, solution: { ...GENUINE.solution, counter: 0.5 } }),
  ],
  ["no solution", encode({ ...GENUINE, solution: null })],
])("%s is refused", (_case, token) => {
  expect(parseToken(token)).toBeUndefined();
});

test("no input makes the parser throw", () => {
  const base64 = fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes).toString("base64"));
  fc.assert(
    fc.property(fc.oneof(fc.string(), base64), (token) => {
      expect(parseToken(token)).toBeUndefined();
    }),
  );
});
