import { describe, expect, test } from "vitest";
import { requireStrongPassword } from "./password-rules.ts";

describe("a password", () => {
  test.each([
    ["seven characters", "1234567", "weak_password"],
    ["seven characters outside the basic plane", "😀".repeat(7), "weak_password"],
    ["73 bytes", "x".repeat(73), "validation_failed"],
    ["25 characters in 75 bytes", "ಕ".repeat(25), "validation_failed"],
  ])("of %s is refused", (_case, password, code) => {
    expect(() => requireStrongPassword(password)).toThrow(expect.objectContaining({ code }));
  });

  test.each([["12345678"], ["ಮಾರ್ಗದರ್ಶನ"], ["x".repeat(72)]])("%s is accepted", (password) => {
    expect(() => requireStrongPassword(password)).not.toThrow();
  });
});
