import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createMemberClient, createOperator } from "../world/clients.ts";
import { DOCUMENTS, documentPath, documentsOf, fileOf } from "../world/documents.ts";
import { pdf, TYPES } from "../world/files.ts";
import { createWorld, type Who, type World } from "../world/members.ts";
import { maarga } from "../world/operator.ts";
import { type RunningServer, startServer } from "../world/server.ts";

const PASSWORD = "the second password";
const FROM = "203.0.113.7";

let world: World<RunningServer>;
let name: string;
beforeAll(async () => {
  world = await createWorld(await startServer({ env: { SUPER_ADMIN_PASSWORD: PASSWORD, TRUST_PROXY: "1" } }));
  name = documentPath(world.people.planned);
  const { error } = await documentsOf(world.people.planned).upload(name, fileOf(pdf(), TYPES.pdf));
  expect(error).toBeNull();
});
afterAll(() => world.server.stop());

let before: number;
beforeEach(async () => {
  before = Number((await world.query("select max(id) from audit_log"))[0]?.max);
});
const recorded = () => world.query("select * from audit_log where id > $1 order by id", [before]);

/** A client behind a proxy, which appends the client's address to the header. */
const browserOf = (who: Who) =>
  createMemberClient(world.server, world.people[who].token, { "x-forwarded-for": `198.51.100.1, ${FROM}` });
const filesOf = (who: Who) => browserOf(who).storage.from(DOCUMENTS);

const byAdmin = () => {
  const { id, email } = world.people.admin;
  return { actor: id, actor_email: email, address: FROM };
};
const documentView = () => ({
  ...byAdmin(),
  action: "document viewed",
  subject_id: world.people.planned.id,
  subject: expect.stringContaining("Asha Gowda <"),
  details: { file: name.split("/")[1] },
});

test("the first start and the operator's commands are recorded", async () => {
  expect(
    await world.query("select actor, actor_email, action, subject from audit_log where id <= 2"),
  ).toEqual([
    { actor: null, actor_email: "operator", action: "admin granted", subject: "admin@maarga.local" },
    { actor: null, actor_email: "operator", action: "super-admin password changed", subject: null },
  ]);
  const { databaseUrl, dataFolder } = world.server;
  const env = { DATABASE_URL: databaseUrl, MAARGA_DATA: dataFolder };
  expect(await maarga(env, ["admin", "revoke", "admin@maarga.local"])).toMatchObject({ exitCode: 0 });
  expect(await recorded()).toMatchObject([
    {
      actor: null,
      actor_email: "operator",
      action: "admin revoked",
      subject: "admin@maarga.local",
      address: null,
    },
  ]);
});

describe("a view of a student's document", () => {
  test("is recorded when an admin creates a link to it, before the link is returned", async () => {
    const { data } = await filesOf("admin").createSignedUrl(name, 300);
    expect(await recorded()).toMatchObject([documentView()]);
    // The link itself carries no identity, so opening it is not recorded again.
    expect((await fetch(data?.signedUrl as string)).status).toBe(200);
    expect(await recorded()).toHaveLength(1);
  });

  test("is recorded once for each existing document when an admin creates many links", async () => {
    const { data } = await filesOf("admin").createSignedUrls([name, `${name}x`], 300);
    expect(data).toMatchObject([{ error: null }, { signedUrl: null }]);
    expect(await recorded()).toMatchObject([documentView()]);
  });

  test("is possible through a link for five minutes at most, even through the student's own", async () => {
    const refused = { data: null, error: { message: "body/expiresIn must be <= 300" } };
    for (const who of ["admin", "planned"] as const) {
      expect(await filesOf(who).createSignedUrl(name, 301)).toMatchObject(refused);
      expect(await filesOf(who).createSignedUrls([name], 301)).toMatchObject(refused);
    }
    expect(await recorded()).toEqual([]);
    const { data } = await createOperator(world.server).storage.from(DOCUMENTS).createSignedUrl(name, 3600);
    expect((await fetch(data?.signedUrl as string)).status).toBe(200);
  });

  test("is recorded when an admin downloads it, but not when they list it or read its metadata", async () => {
    const files = filesOf("admin");
    expect((await files.exists(name)).data).toBe(true);
    expect((await files.info(name)).error).toBeNull();
    expect((await files.list(world.people.planned.id)).data).toHaveLength(1);
    expect(await recorded()).toEqual([]);
    expect((await files.download(name)).error).toBeNull();
    expect(await recorded()).toMatchObject([documentView()]);
  });

  test("is recorded when the secret key is used", async () => {
    await createOperator(world.server).storage.from(DOCUMENTS).download(name);
    expect(await recorded()).toMatchObject([
      { ...documentView(), actor: null, actor_email: "secret key", address: "127.0.0.1" },
    ]);
  });

  test("is not recorded if it is the student's own, or if it is refused", async () => {
    for (const who of ["planned", "other", "formerAdmin"] as const) {
      await filesOf(who).createSignedUrl(name, 300);
      await filesOf(who).createSignedUrls([name], 300);
      await filesOf(who).download(name);
    }
    await filesOf("admin").download(`${name}x`);
    expect(await recorded()).toEqual([]);
  });

  test("is refused if it cannot be recorded", async () => {
    await world.query(
      "alter table audit_log add constraint is_full check (action <> 'document viewed') not valid",
    );
    try {
      const files = filesOf("admin");
      expect(await files.createSignedUrl(name, 300)).toMatchObject({ data: null });
      expect(await files.createSignedUrls([name], 300)).toMatchObject({ data: null });
      expect(await files.download(name)).toMatchObject({ data: null });
    } finally {
      await world.query("alter table audit_log drop constraint is_full");
    }
  });
});

test("a mail is recorded before it is sent, to the admin's own address and to any other", async () => {
  const mail = { subject: "Round one", html: "Hello", superAdminPassword: PASSWORD };
  const send = async (change: object) => {
    const { error } = await browserOf("admin").functions.invoke("send-emails", {
      body: { ...mail, ...change },
    });
    return error === null;
  };
  const own = byAdmin().actor_email.toUpperCase();
  expect(await send({ to: own, superAdminPassword: "wrong" })).toBe(false);
  expect(await recorded()).toEqual([]);
  expect(await send({ to: own })).toBe(true);
  expect(await send({ to: "asha@example.org" })).toBe(true);
  const details = { subject: "Round one" };
  expect(await recorded()).toMatchObject([
    { ...byAdmin(), action: "test mail sent", subject: own, details },
    { ...byAdmin(), action: "mail sent", subject: "asha@example.org", details },
  ]);

  const mails = async () => (await readdir(world.server.outboxFolder)).length;
  const sent = await mails();
  await world.query("alter table audit_log add constraint is_full check (action <> 'mail sent') not valid");
  try {
    expect(await send({ to: "asha@example.org" })).toBe(false);
  } finally {
    await world.query("alter table audit_log drop constraint is_full");
  }
  expect(await mails()).toBe(sent);
});

test("an admin reads the audit log through the official client; a student cannot", async () => {
  const { admin, other } = world.people;
  await browserOf("admin").rpc("assign_plan", {
    student: other.id,
    level: "pg",
    exam: "neet",
    name: "Basic",
  });
  const { data } = await admin.client.rpc("list_audit_log", { search: "pg / neet / basic", page_size: 1 });
  expect(data).toMatchObject([
    {
      action: "plan assigned",
      subject_id: other.id,
      actor_email: admin.email,
      address: FROM,
      total: 1,
    },
  ]);
  expect((await other.client.rpc("list_audit_log")).error?.message).toBe(
    "You are not authorized to access this page",
  );
  expect((await other.client.from("audit_log").select()).data).toEqual([]);
});
