import { describe, expect, test } from "vitest";
import { requireStrongPassword } from "./password-rules.ts";

describe("a new password", () => {
  test.each([
    ["of seven characters", "1234567", "weak_password", { weak_password: { reasons: ["length"] } }],
    ["of 201 characters", "x".repeat(201), "validation_failed", {}],
    [
      "that is the own email",
      "asha@example.org",
      "weak_password",
      { weak_password: { reasons: ["characters"] } },
    ],
    ["that is common", "Password1", "weak_password", { weak_password: { reasons: ["pwned"] } }],
  ])("%s is refused", (_case, password, code, fields) => {
    expect(() => requireStrongPassword(password, { email: "asha@example.org" })).toThrow(
      expect.objectContaining({ code, fields }),
    );
  });

  test("of 200 characters in any script is accepted", () => {
    expect(() => requireStrongPassword("ಕ".repeat(200), {})).not.toThrow();
  });
});
