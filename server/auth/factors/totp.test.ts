import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeBase32, encodeBase32 } from "./base32.ts";
import { findTimeStep, generateSecret, otpauthUri } from "./totp.ts";

// RFC 6238, appendix B, SHA-1. The RFC shows eight digits; a code of six digits is their end.
const SECRET = encodeBase32(Buffer.from("12345678901234567890"));

test.each([
  [59, "94287082"],
  [1111111109, "07081804"],
  [1111111111, "14050471"],
  [1234567890, "89005924"],
  [2000000000, "69279037"],
  [20000000000, "65353130"],
])("the code at second %i is the one of RFC 6238", (seconds, code) => {
  expect(findTimeStep(SECRET, code.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30));
});

describe("a code is accepted", () => {
  // The code of step 37037037, from second 1111111110 to 1111111139.
  const CODE = "050471";
  test.each([
    [1111111079, undefined],
    [1111111080, 37037037],
    [1111111110, 37037037],
    [1111111169, 37037037],
    [1111111170, undefined],
  ])("at second %i for step %s", (seconds, step) => {
    expect(findTimeStep(SECRET, CODE, seconds * 1000)).toBe(step);
  });

  test.each(["", "50471", "0050471", "05047１", "05047\u0000"])("but not as %j", (code) => {
    expect(findTimeStep(SECRET, code, 1111111111000)).toBeUndefined();
  });
});

test("base32 is the one of RFC 4648, and decodes to what was encoded", () => {
  expect(encodeBase32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(decodeBase32(encodeBase32(Buffer.from(bytes)))).toEqual(Buffer.from(bytes));
    }),
  );
});

test("a secret has 160 bits, in 32 characters", () => {
  expect(generateSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(generateSecret()).not.toBe(generateSecret());
});

test("the address for the app names the account, whatever its characters are", () => {
  expect(otpauthUri("ABC", "Maarga & co", "asha+x@example.org")).toBe(
    "otpauth://totp/Maarga%20%26%20co:asha%2Bx%40example.org?algorithm=SHA1&digits=6&issuer=Maarga%20%26%20co&period=30&secret=ABC",
  );
});
