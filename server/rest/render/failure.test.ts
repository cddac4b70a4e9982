import { expect, test } from "vitest";
import { DatabaseUnavailable } from "../../postgres/database.ts";
import { asRestError, renderFailure } from "./failure.ts";

const fromDatabase = (code: string, more: object = {}) =>
  Object.assign(new Error("a message"), { severity: "ERROR", code, detail: "a detail", ...more });

test.each([
  ["23505", 409],
  ["23503", 409],
  ["23P01", 400],
  ["23502", 400],
  ["22P02", 400],
  ["42P01", 404],
  ["42883", 404],
  ["42703", 400],
  ["57014", 500],
  ["40P01", 500],
  ["42P17", 500],
  ["53300", 503],
  ["08006", 503],
  ["57P01", 503],
  ["54001", 413],
  ["25006", 405],
  ["P0001", 400],
  ["P0002", 500],
  ["PT409", 409],
  ["PT999", 500],
  ["PTabc", 500],
])("%s is %i", (code, status) => {
  expect(asRestError(fromDatabase(code), "authenticated").status).toBe(status);
});

test("who is not signed in is asked to, who is signed in is refused", () => {
  const visitor = renderFailure(asRestError(fromDatabase("42501"), "anon"));
  expect(visitor).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } });
  expect(renderFailure(asRestError(fromDatabase("42501"), "authenticated")).status).toBe(403);
});

test("PostgreSQL's own detail stays here, a rule's goes out", () => {
  expect(asRestError(fromDatabase("23505"), "anon").details).toBeNull();
  expect(asRestError(fromDatabase("P0001"), "anon").details).toBe("a detail");
});

test.each([
  ["no free connection", new DatabaseUnavailable("busy"), "PGRST003"],
  ["a lost one", new Error("Connection terminated unexpectedly"), "PGRST001"],
])("%s may be tried again", (_name, error, code) => {
  expect(renderFailure(asRestError(error, "anon"))).toMatchObject({
    status: 503,
    headers: { "retry-after": "1", "proxy-status": `PostgREST; error=${code}` },
  });
});

test("what nobody foresaw says nothing of itself", () => {
  const { status, body } = renderFailure(asRestError(new Error("secret"), "anon"));
  expect(status).toBe(500);
  expect(JSON.parse(body)).toEqual({
    code: "PGRSTX00",
    details: null,
    hint: null,
    message: "Something went wrong",
  });
});
