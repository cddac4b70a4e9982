import { AuthApiError, AuthRetryableFetchError } from "@supabase/auth-js";
import { FunctionsFetchError, FunctionsHttpError } from "@supabase/functions-js";
import { StorageApiError, StorageUnknownError } from "@supabase/storage-js";
import { expect, test } from "vitest";
import { hasResponse } from "./error-response.ts";
import { createQueryClient } from "./query-client.ts";

const fromFunction = (status: number) => new FunctionsHttpError(new Response(null, { status }));
const fromStorage = (status: number) =>
  new StorageApiError("refused", status, String(status), "storage", "Code");
const fromTable = (code: string) => ({ message: "refused", details: "", hint: "", code });
const LOST = new TypeError("Failed to fetch");

/** Each official client has its own errors. */
const REFUSALS: readonly [name: string, error: unknown][] = [
  ["a function's 400", fromFunction(400)],
  ["a function's 401", fromFunction(401)],
  ["a function's 403", fromFunction(403)],
  ["a storage 400", fromStorage(400)],
  ["an auth 403", new AuthApiError("refused", 403, "bad_jwt")],
  ["a table's code", fromTable("42501")],
];
const TRANSIENT: readonly [name: string, error: unknown][] = [
  ["a function's 429", fromFunction(429)],
  ["a function's 503", fromFunction(503)],
  ["a storage 429", fromStorage(429)],
  ["a storage 500", fromStorage(500)],
  ["an auth 503", new AuthRetryableFetchError("unavailable", 503)],
];
const LOST_CONNECTIONS: readonly [name: string, error: unknown][] = [
  ["a function without a response", new FunctionsFetchError(LOST)],
  ["storage without a response", new StorageUnknownError("Failed to fetch", LOST)],
  ["auth without a response", new AuthRetryableFetchError("Failed to fetch", 0)],
  ["a table without a response", fromTable("")],
  ["a lost connection", LOST],
];

function isRetried(error: unknown, failures: number): boolean {
  const retry = createQueryClient().getDefaultOptions().queries?.retry;
  if (typeof retry !== "function") throw new Error("every query has the same rule for retries");
  return retry(failures, error as Error);
}

test.each(REFUSALS)("%s is not retried", (_name, error) => {
  expect(isRetried(error, 0)).toBe(false);
});

test.each([...TRANSIENT, ...LOST_CONNECTIONS])("%s is retried twice", (_name, error) => {
  expect([0, 1, 2].map((failures) => isRetried(error, failures))).toEqual([true, true, false]);
});

test.each([...REFUSALS, ...TRANSIENT])("%s is a response", (_name, error) => {
  expect(hasResponse(error)).toBe(true);
});

test.each([...LOST_CONNECTIONS, ["nothing", undefined]])("%s is not a response", (_name, error) => {
  expect(hasResponse(error)).toBe(false);
});
