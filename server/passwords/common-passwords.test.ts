import { describe, expect, test } from "vitest";
import { findCommonHashes, isCommonPassword } from "./common-passwords.ts";

describe("the list of common passwords", () => {
  test.each(["12345678", "password", "PassWord1", "qwertyuiop", "1qaz2wsx"])("contains %s", (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each(["", "ಮಾರ್ಗದರ್ಶನ", "korrekt pferd 77", "a".repeat(200)])("does not contain %j", (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  test("is found complete and in order by all prefixes", () => {
    const digits = [..."0123456789abcdef"];
    const found = digits.flatMap((first) => digits.flatMap((second) => findCommonHashes(first + second)));
    expect(found).toHaveLength(38_452);
    expect(found).toEqual([...found].sort());
  });
});
