import { expect, test } from "vitest";
import { attemptsFor, isSmallEnough, sizeWithin } from "./attempts.ts";

const MB = 1024 * 1024;

test.each([
  [4000, 3000, 1920, 1440],
  [3000, 4000, 1440, 1920],
  [1920, 1920, 1920, 1920],
  [800, 600, 800, 600],
  [20_000, 3, 1920, 1],
])("%i × %i becomes %i × %i", (width, height, ...expected) => {
  const size = sizeWithin({ width, height });
  expect([size.width, size.height]).toEqual(expected);
});

test.each([
  ["of exactly 2 MB and 1920 pixels", true, 2 * MB, 1920],
  ["a byte above 2 MB", false, 2 * MB + 1, 1920],
  ["a pixel above 1920", false, 2 * MB, 1921],
])("an image %s is small enough: %s", (_case, expected, bytes, height) => {
  expect(isSmallEnough(bytes, { width: 100, height })).toBe(expected);
});

test("the quality of a photo is reduced before its size; it is never enlarged", () => {
  const [first, second, , fourth] = attemptsFor("image/jpeg", { width: 1000, height: 500 });
  expect(first).toEqual({ width: 1000, height: 500, quality: 0.85 });
  expect(second).toEqual({ width: 1000, height: 500, quality: 0.7 });
  expect(fourth).toEqual({ width: 800, height: 400, quality: 0.85 });
});

test("a PNG, which is lossless, is only reduced in size", () => {
  const widths = attemptsFor("image/png", { width: 1000, height: 500 }).map(({ width }) => width);
  expect(widths).toEqual([1000, 800, 640, 500, 400, 300]);
});
