import Fastify from "fastify";
import { expect, test } from "vitest";
import { z } from "zod";
import { compileZodSchema, endpoint } from "./endpoint.ts";
import { bearerRequired, integer, objectNames, text } from "./schemas.ts";

const body = z.object({
  name: text,
  count: integer(z.int().min(1).max(9)).default(5),
  names: objectNames.default(["a"]),
  sort: z.object({ column: z.enum(["name", "size"]) }).default({ column: "name" }),
});

async function post(payload: unknown, headers: Record<string, string> = { authorization: "Bearer x" }) {
  const app = Fastify();
  app.setValidatorCompiler(compileZodSchema);
  app.post(
    "/",
    endpoint({ headers: bearerRequired, body }, async (request) => request.body),
  );
  const response = await app.inject({
    method: "POST",
    url: "/",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(payload),
  });
  return response.json();
}

test.each([
  [{ name: "a" }, {}],
  [{ name: null }, { name: "" }],
  [{ name: 5 }, { name: "5" }],
  [{ name: "a", count: "3" }, { count: 3 }],
  [{ name: "a", names: "b" }, { names: ["b"] }],
])("%j is accepted, with the protocol's conversions", async (payload, expected) => {
  const defaults = { name: "a", count: 5, names: ["a"], sort: { column: "name" } };
  expect(await post(payload)).toEqual({ ...defaults, ...expected });
});

test.each([
  ["body must be object", null],
  ["body must have required property 'name'", {}],
  ["body must have required property 'name'", { count: 0 }],
  ["body/name must be string", { name: {} }],
  ["body/count must be integer", { name: "a", count: "" }],
  ["body/count must be integer", { name: "a", count: 1.5 }],
  ["body/count must be >= 1", { name: "a", count: 0 }],
  ["body/count must be <= 9", { name: "a", count: 10 }],
  ["body/names must NOT have fewer than 1 items", { name: "a", names: [] }],
  ["body/names must NOT have more than 1000 items", { name: "a", names: Array(1001).fill("b") }],
  ["body/names/1 must be string", { name: "a", names: ["b", {}] }],
  ["body/sort must have required property 'column'", { name: "a", sort: {} }],
  ["body/sort/column must be equal to one of the allowed values", { name: "a", sort: { column: "owner" } }],
])("a body is refused: %s", async (message, payload) => {
  expect(await post(payload)).toMatchObject({ statusCode: 400, message });
});

test("a request without a Bearer token is refused", async () => {
  expect(await post({ name: "a" }, {})).toMatchObject({
    statusCode: 400,
    message: "headers must have required property 'authorization'",
  });
});
