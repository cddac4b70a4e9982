import { AuthApiError, AuthRetryableFetchError, AuthWeakPasswordError } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { FormError, isNetworkError, NETWORK_ERROR, retryAfterSeconds, toProblem } from "./problem.ts";

const CHALLENGE_REFUSED = "Captcha verification failed. Please try again.";

test.each([
  "captcha protection: request disallowed (no captcha_token found)",
  "captcha protection: request disallowed (invalid-input-response, timeout-or-duplicate)",
  "Captcha wrong",
  "request timeout",
  "duplicate",
  "rate-limit",
  "invalid-input-response",
  "invalid-sitekey",
])("an error about the bot challenge is shown with the page's own text: %s", (message) => {
  expect(
    toProblem(new AuthApiError(message, 400, "captcha_failed"), { refused: "Failed to login" }).text,
  ).toBe(CHALLENGE_REFUSED);
});

test("a server fault in the bot challenge is shown with the same text", () => {
  const error = new AuthRetryableFetchError("captcha verification process failed", 500);
  expect(toProblem(error, { refused: "Failed to login" }).text).toBe(CHALLENGE_REFUSED);
});

test("any other message of the service is shown unchanged", () => {
  const error = new AuthApiError("Invalid login credentials", 400, "invalid_credentials");
  expect(toProblem(error, { refused: "Failed to login" })).toEqual({
    text: "Invalid login credentials",
    code: "invalid_credentials",
  });
});

test("an error about the password belongs to the password field", () => {
  const text = "Password should be at least 8 characters.";
  expect(toProblem(new AuthWeakPasswordError(text, 422, ["length"]), { refused: "" })).toMatchObject({
    text,
    field: "password",
  });
});

test.each(["", "{}"])("without a message of the service (%j) the page shows its own", (message) => {
  expect(toProblem(new AuthApiError(message, 400, undefined), { refused: "Failed to login" }).text).toBe(
    "Failed to login",
  );
});

test("no response is a network error", () => {
  const error = new AuthRetryableFetchError("Failed to fetch", 0);
  expect(isNetworkError(error)).toBe(true);
  expect(toProblem(error, { refused: "Failed to login" }).text).toBe(NETWORK_ERROR);
});

test("the message of an error in our own code is not shown", () => {
  const texts = { refused: "Failed to register", unexpected: "Please refresh and try again" };
  expect(toProblem(new TypeError("x is undefined"), texts).text).toBe(texts.unexpected);
  expect(toProblem(undefined, { refused: "Failed to login" }).text).toBe("Failed to login");
});

test("an error of the form itself has its field", () => {
  expect(toProblem(new FormError("Passwords do not match.", "confirmation"), { refused: "" })).toEqual({
    text: "Passwords do not match.",
    field: "confirmation",
  });
});

test("the waiting time is read from the service's message", () => {
  expect(retryAfterSeconds("For security purposes, you can only request this after 42 seconds.")).toBe(42);
  expect(retryAfterSeconds("Request rate limit reached")).toBeUndefined();
});
