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
])("after sign-in, the remembered path %j leads to %s", (from, path) => {
  expect(readReturnPath({ from })).toBe(path);
});

test.each([[null], [undefined], ["x"], [{}]])("after sign-in, the state %j leads to /pricing", (state) => {
  expect(readReturnPath(state)).toBe("/pricing");
});
