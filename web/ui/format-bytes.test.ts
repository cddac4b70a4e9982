import { expect, test } from "vitest";
import { formatBytes } from "./format-bytes.ts";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [1023, "1023 bytes"],
  [1024, "1 KB"],
  [839_680, "820 KB"],
  [1_048_000, "1.0 MB"],
  [10 * 1024 * 1024, "10.0 MB"],
  [10 * 1024 * 1024 + 1, "10.1 MB"],
])("%i bytes are shown as %s", (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});
