import { describe, expect, test } from "vitest";
import { CborError, decodeCbor } from "./cbor.ts";

const decode = (hex: string) => decodeCbor(Buffer.from(hex, "hex"));

describe("decodes", () => {
  test.each([
    ["00", 0],
    ["17", 23],
    ["1818", 24],
    ["190101", 257],
    ["1a00010000", 65_536],
    ["26", -7],
    ["390100", -257],
    ["43010203", Buffer.from([1, 2, 3])],
    ["60", ""],
    ["636b6579", "key"],
    ["f4", false],
    ["f5", true],
    ["f6", null],
    ["820102", [1, 2]],
    [
      "a2010261616162",
      new Map<unknown, unknown>([
        [1, 2],
        ["a", "b"],
      ]),
    ],
  ])("%s", (hex, value) => {
    expect(decode(hex)).toEqual({ value, length: hex.length / 2 });
  });

  test("the first value, and returns its length", () => {
    expect(decode("0102")).toEqual({ value: 1, length: 1 });
  });
});

describe("refuses", () => {
  test.each([
    ["nothing", ""],
    ["a string that is cut off", "4301"],
    ["a map that is cut off", "a201"],
    ["a length that is cut off", "59ff"],
    ["a string of four gigabytes", "5affffffff"],
    ["a number of 64 bits", "1b0000000000000001"],
    ["an indefinite length", "9f01ff"],
    ["a tag", "c100"],
    ["a fraction", "f93c00"],
    ["undefined", "f7"],
    ["a key that is a list", "a18000"],
    ["a key that is given twice", "a201000100"],
    ["text that is not UTF-8", "62c328"],
    ["more than 32 items", `9821${"00".repeat(33)}`],
    ["four billion items", "9affffffff"],
    ["deep nesting", `${"81".repeat(6)}00`],
    ["very deep nesting", "81".repeat(100_000)],
  ])("%s", (_case, hex) => {
    expect(() => decode(hex)).toThrow(CborError);
  });
});
