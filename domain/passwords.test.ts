import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findPasswordRefusal, normalizePassword } from "./passwords.ts";

const owner = { email: "asha.rao@example.org", names: ["Asha", "Rao Kulkarni"], phone: "+91 98765 43210" };

describe("a password", () => {
  test.each([
    ["of seven characters", "1234567", "too short"],
    ["of seven characters outside the basic plane", "😀".repeat(7), "too short"],
    ["of 201 characters", "x".repeat(201), "too long"],
    ["that is the email", "asha.rao@example.org", "own data"],
    ["that is the email in another spelling", "ASHA-RAO.example org", "own data"],
    ["that is the first name and a year's end", "ashaAsha99!", "own data"],
    ["that is the whole name", "Asha Rao Kulkarni", "own data"],
    ["that is a surname and three digits", "Kulkarni123", "own data"],
    ["that is the phone number", "9876543210", "own data"],
    ["that is the phone number with its country", "+919876543210", "own data"],
    ["that is name and phone number", "asha@9876543210", "own data"],
  ])("%s is refused", (_case, password, refusal) => {
    expect(findPasswordRefusal(password, owner)).toBe(refusal);
  });

  test.each([
    ["of eight characters", "x8k2-vq1"],
    ["of 200 characters", "x".repeat(200)],
    ["in Kannada", "ಮಾರ್ಗದರ್ಶನ"],
    ["of 200 characters in Kannada", "ಕ".repeat(200)],
    ["that merely contains a name", "asha walks to the river"],
    ["that contains part of the phone number", "43210 green parrots"],
  ])("%s is accepted", (_case, password) => {
    expect(findPasswordRefusal(password, owner)).toBeNull();
  });

  test("of somebody without a name or phone number is compared with the email only", () => {
    expect(
      findPasswordRefusal("anything at all", { email: "a@b.in", names: ["", "A"], phone: "" }),
    ).toBeNull();
  });

  test("is accepted or refused the same in every spelling of its characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 30 }), (password) => {
        expect(findPasswordRefusal(password.normalize("NFD"), owner)).toBe(
          findPasswordRefusal(password.normalize("NFC"), owner),
        );
        expect(normalizePassword(password.normalize("NFD"))).toBe(normalizePassword(password));
      }),
    );
  });
});
