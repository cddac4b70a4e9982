import { afterEach, expect, test, vi } from "vitest";
import { supportsPasskeys } from "./supports-passkeys.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ["maarga.example", true],
  ["localhost", true],
  ["192.168.1.20", false],
  ["[::1]", false],
])("passkeys on %s: %s", (hostname, expected) => {
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("location", { hostname });
  expect(supportsPasskeys()).toBe(expected);
});

test("a browser without WebAuthn has no passkeys", () => {
  vi.stubGlobal("location", { hostname: "maarga.example" });
  expect(supportsPasskeys()).toBe(false);
});
