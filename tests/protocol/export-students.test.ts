import { FunctionsHttpError } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type Who, type World } from "../world/members.ts";
import { type RunningServer, startServer } from "../world/server.ts";

const PASSWORD = "the second password";

let world: World<RunningServer>;
beforeAll(async () => {
  const env = { SUPER_ADMIN_PASSWORD: PASSWORD, EXPORT_PASSWORD_ABOVE: "1", RATE_LIMITS: "on" };
  world = await createWorld(await startServer({ env }));
});
afterAll(() => world.server.stop());

const request = { filter: {}, sort: "name.asc", columns: ["name", "email", "marks"], format: "csv" };
const ask = (body: object, who: Who = "admin") =>
  world.people[who].client.functions.invoke("export-students", { body: { ...request, ...body } });

async function refusal(response: { error: unknown }): Promise<{ status: number; error?: string }> {
  expect(response.error).toBeInstanceOf(FunctionsHttpError);
  const { context } = response.error as FunctionsHttpError;
  return { status: context.status, ...(await context.json()) };
}

const exported = () =>
  world.query("select actor, details from audit_log where action = 'students exported' order by id");

test("nobody but an admin exports the list, and a refusal is not on record as an export", async () => {
  for (const who of ["student", "other", "formerAdmin"] as const)
    expect([401, 403]).toContain((await refusal(await ask({}, who))).status);
  expect(await exported()).toEqual([]);
});

test("above a number of rows, the super-admin password is needed, and tries of it are limited with those of mail", async () => {
  expect(await refusal(await ask({}))).toEqual({
    status: 400,
    error: "More than 1 students can only be exported with the super-admin password.",
  });
  expect(await refusal(await ask({ superAdminPassword: "guess" }))).toEqual({
    status: 403,
    error: "Incorrect super-admin password.",
  });
  expect(await exported()).toEqual([]);
});

test("a name that is a formula is a text in the file, and the export is on record", async () => {
  const { id } = world.people.other;
  await world.query("update profiles set first_name = '=1+1', last_name = '@SUM(A1)' where id = $1", [id]);
  const { data, error } = await ask({ superAdminPassword: PASSWORD });
  expect(error).toBeNull();
  const lines = (await (data as Blob).text()).split("\r\n");
  expect(lines[0]).toBe('"Name","Email","Marks"');
  expect(lines.filter((line) => line.startsWith(`"'=1+1 @SUM(A1)"`))).toHaveLength(1);
  expect(lines).not.toContainEqual(expect.stringMatching(/^"[=+@-]/));
  expect(await exported()).toEqual([
    {
      actor: world.people.admin.id,
      details: { filter: {}, columns: request.columns, format: "csv", students: lines.length - 2 },
    },
  ]);
});

test("a workbook of one student needs no password", async () => {
  const { data, error } = await ask({ format: "xlsx", filter: { search: world.people.student.email } });
  expect(error).toBeNull();
  expect(
    Buffer.from(await (data as Blob).arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
});

test.each([
  { filter: { level: "x" } },
  { filter: "everybody" },
  { sort: "phone; drop table profiles" },
  { columns: [] },
  { columns: ["password_hash"] },
  { format: "pdf" },
])("a request that the list cannot have made is refused: %j", async (body) => {
  expect((await refusal(await ask(body))).status).toBe(400);
});
