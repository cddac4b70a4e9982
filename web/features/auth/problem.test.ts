import { AuthApiError, AuthRetryableFetchError, AuthWeakPasswordError } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { FormError, isNetworkError, NETWORK_ERROR, retryAfterSeconds, toProblem } from "./problem.ts";

const REFUSED = "Captcha verification failed. Please try again.";

test.each([
  "captcha protection: request disallowed (no captcha_token found)",
  "captcha protection: request disallowed (invalid-input-response, timeout-or-duplicate)",
  "Captcha wrong",
  "request timeout",
  "duplicate",
  "rate-limit",
  "invalid-input-response",
  "invalid-sitekey",
])("an error about the bot challenge is said in the page's own words: %s", (message) => {
  expect(
    toProblem(new AuthApiError(message, 400, "captcha_failed"), { otherwise: "Failed to login" }).text,
  ).toBe(REFUSED);
});

test("so is one that comes as a fault of the server", () => {
  const error = new AuthRetryableFetchError("captcha verification process failed", 500);
  expect(toProblem(error, { otherwise: "Failed to login" }).text).toBe(REFUSED);
});

test("what the service says otherwise is shown as it stands", () => {
  const error = new AuthApiError("Invalid login credentials", 400, "invalid_credentials");
  expect(toProblem(error, { otherwise: "Failed to login" })).toEqual({
    text: "Invalid login credentials",
    code: "invalid_credentials",
  });
});

test("what is about the password stands beside it", () => {
  const text = "Password should be at least 8 characters.";
  expect(toProblem(new AuthWeakPasswordError(text, 422, ["length"]), { otherwise: "" })).toMatchObject({
    text,
    field: "password",
  });
});

test.each(["", "{}"])("where the service says nothing (%j), the page has words", (message) => {
  expect(toProblem(new AuthApiError(message, 400, undefined), { otherwise: "Failed to login" }).text).toBe(
    "Failed to login",
  );
});

test("nothing came back at all", () => {
  const error = new AuthRetryableFetchError("Failed to fetch", 0);
  expect(isNetworkError(error)).toBe(true);
  expect(toProblem(error, { otherwise: "Failed to login" }).text).toBe(NETWORK_ERROR);
});

test("the words of a fault of our own are for nobody", () => {
  const words = { otherwise: "Failed to register", unexpected: "Please refresh and try again" };
  expect(toProblem(new TypeError("x is undefined"), words).text).toBe(words.unexpected);
  expect(toProblem(undefined, { otherwise: "Failed to login" }).text).toBe("Failed to login");
});

test("what the form itself refuses knows its field", () => {
  expect(toProblem(new FormError("Passwords do not match.", "confirmation"), { otherwise: "" })).toEqual({
    text: "Passwords do not match.",
    field: "confirmation",
  });
});

test("how long to wait is read from the service's words", () => {
  expect(retryAfterSeconds("For security purposes, you can only request this after 42 seconds.")).toBe(42);
  expect(retryAfterSeconds("Request rate limit reached")).toBeUndefined();
});
