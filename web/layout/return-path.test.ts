import { expect, test } from "vitest";
import { readReturnPath } from "./return-path.ts";

test.each([
  ["/book-slot", "/book-slot"],
  ["/documents?show=all", "/documents?show=all"],
  ["//evil.example/x", "/pricing"],
  ["/\\evil.example", "/pricing"],
  ["https://evil.example", "/pricing"],
  ["javascript:alert(1)", "/pricing"],
  ["", "/pricing"],
  ["/auth", "/pricing"],
  ["/login?x", "/pricing"],
  ["/logout", "/pricing"],
  ["/complete-profile", "/pricing"],
  [7, "/pricing"],
])("from %j leads to %s", (from, place) => {
  expect(readReturnPath({ from })).toBe(place);
});

test.each([[null], [undefined], ["x"], [{}]])("the state %j leads to the start", (state) => {
  expect(readReturnPath(state)).toBe("/pricing");
});
