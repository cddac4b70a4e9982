import { FunctionsHttpError } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitForMail } from "../world/mailbox.ts";
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
    status: 403,
    error: "More than 1 students in 24 hours can only be exported with the super-admin password.",
    code: "password_needed",
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
      details: {
        filter: {},
        columns: request.columns,
        format: "csv",
        students: lines.length - 2,
        with_password: true,
      },
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

describe("a mail about the account, on behalf of an admin", () => {
  const send = (id: string, kind: string, who: Who = "admin") =>
    world.people[who].client.functions.invoke("send-account-mail", { body: { id, kind } });
  const onRecord = () =>
    world.query("select subject, details from audit_log where action = 'account mail requested' order by id");

  test("nobody else can send one, and only to somebody who has signed up", async () => {
    const { id } = world.people.student;
    for (const who of ["student", "other", "formerAdmin"] as const)
      expect((await refusal(await send(id, "reset", who))).status).toBe(403);
    for (const kind of ["confirmation", "reset"])
      expect((await refusal(await send(crypto.randomUUID(), kind))).status).toBe(404);
    expect((await refusal(await send(id, "confirmation"))).status).toBe(404);
    expect(await onRecord()).toEqual([]);
  });

  test("a mail that a banned account does not get is not on record", async () => {
    const { id } = world.people.other;
    await world.query("update auth.users set banned_until = 'infinity' where id = $1", [id]);
    expect((await refusal(await send(id, "reset"))).status).toBe(404);
    expect(await onRecord()).toEqual([]);
  });

  test("a link to choose a new password goes to the address of the account, within its limits", async () => {
    const { id, email } = world.people.student;
    expect((await send(id, "reset")).data).toEqual({ message: "The mail is on its way." });
    expect((await waitForMail(world.server, email)).text).toContain("type=recovery");
    expect(await refusal(await send(id, "reset"))).toMatchObject({
      status: 429,
      error: expect.stringContaining("seconds"),
    });
    expect(await onRecord()).toMatchObject([
      { subject: expect.stringContaining(email), details: { kind: "reset" } },
    ]);
  });

  test("the confirmation of a sign-up is sent again", async () => {
    const email = "late@example.org";
    const [signUp] = await world.query<{ id: string }>(
      `insert into auth.pending_sign_ups (email, link_hash, code_hash, expires_at)
       values ($1, sha256('x'), '', now() + interval '1 day') returning id`,
      [email],
    );
    expect((await send(signUp?.id ?? "", "confirmation")).error).toBeNull();
    expect((await waitForMail(world.server, email)).text).toContain("type=signup");
    expect(await onRecord()).toContainEqual({ subject: email, details: { kind: "confirmation" } });
  });

  test("attack: an admin's session that sends to everybody is stopped soon", async () => {
    const answers = await Promise.all(
      Array.from(
        { length: 31 },
        async () => (await refusal(await send(crypto.randomUUID(), "reset"))).status,
      ),
    );
    expect(answers).toContain(429);
  });
});
