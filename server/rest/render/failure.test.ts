import pg from "pg";
import { describe, expect, test } from "vitest";
import { DatabaseUnavailable } from "../../postgres/connections.ts";
import { describeError, renderError } from "./failure.ts";

const fromDatabase = (code: string) =>
  Object.assign(new pg.DatabaseError("a message", 0, "error"), {
    severity: "ERROR",
    code,
    detail: "a detail",
  });

describe("a database error caused by the request has PostgREST's status", () => {
  test.each([
    ["23505", 409],
    ["23503", 409],
    ["23P01", 400],
    ["23502", 400],
    ["22P02", 400],
    ["42P01", 404],
    ["42883", 404],
    ["42703", 400],
    ["42P17", 500],
    ["54001", 413],
    ["P0001", 400],
    ["P0002", 500],
    ["PT409", 409],
    ["PT999", 500],
    ["PTabc", 500],
  ])("SQLSTATE %s is %i", (code, status) => {
    expect(describeError(fromDatabase(code), "authenticated").status).toBe(status);
  });

  test("a visitor without the right is told to sign in, and a signed-in user is refused", () => {
    const visitor = renderError(describeError(fromDatabase("42501"), "anon"));
    expect(visitor).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } });
    expect(describeError(fromDatabase("42501"), "authenticated").status).toBe(403);
  });
});

test("PostgreSQL's own detail never leaves the server, but the detail of a rule does", () => {
  expect(describeError(fromDatabase("23505"), "anon").fields.details).toBeNull();
  expect(describeError(fromDatabase("P0001"), "anon").fields.details).toBe("a detail");
});

test.each([
  ["no free connection", new DatabaseUnavailable("busy"), "PGRST003"],
  ["a lost connection", new Error("Connection terminated unexpectedly"), "PGRST001"],
])("%s is a reason to retry", (_name, error, code) => {
  expect(renderError(describeError(error, "anon"))).toMatchObject({
    status: 503,
    headers: { "retry-after": "1", "proxy-status": `PostgREST; error=${code}` },
  });
});

test("an unexpected error reveals nothing", () => {
  const { status, body } = renderError(describeError(new Error("secret"), "anon"));
  expect(status).toBe(500);
  expect(JSON.parse(body)).toEqual({
    code: "PGRSTX00",
    details: null,
    hint: null,
    message: "Something went wrong",
  });
});
