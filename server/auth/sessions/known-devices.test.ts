import { expect, test } from "vitest";
import { providerOf } from "./known-devices.ts";

test.each([
  ["49.207.1.2", "49.207.200.9", true],
  ["::ffff:49.207.1.2", "49.207.200.9", true],
  ["49.207.1.2", "49.208.1.2", false],
  ["2405:201:1::1", "2405:201:ffff::9", true],
  ["2405:201:1::1", "2405:202:1::1", false],
])("%s and %s belong to one provider: %s", (one, other, isSame) => {
  expect(providerOf(one) === providerOf(other)).toBe(isSame);
});
