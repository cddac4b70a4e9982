import { beforeAll, describe, expect, test } from "vitest";
import { createOperator, createVisitor } from "../world/clients.ts";
import { documentPath, documentsOf, fileOf } from "../world/documents.ts";
import { samples, TYPES } from "../world/files.ts";
import { createMember, createStudent, createWorld, type Who, type World } from "../world/members.ts";
import { endPlan, grantAdmin, revokeAdmin } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";

let world: World;
/** Files in the folder of the student with a plan, in that of the student whose plan has ended, and in the logs. */
const paths = { planned: "", expired: "", log: `email_success/email_success_${Date.now()}.json` };

type Caller = Who | "visitor";
const callerOf = (who: Caller) =>
  who === "visitor" ? { client: createVisitor(world.server) } : world.people[who];
const logsOf = (who: Caller) => callerOf(who).client.storage.from("logs");
const file = () => fileOf(samples.pdf, TYPES.pdf);

const REFUSED = { statusCode: "403", message: "new row violates row-level security policy" };
const ABSENT = { statusCode: "404", message: "Object not found" };

beforeAll(async () => {
  world = await createWorld(sharedServer());
  const operator = createOperator(world.server).storage;
  await world.query(
    "update public.user_plans set expires_at = now() + interval '1 hour' where user_id = $1",
    [world.people.expired.id],
  );
  for (const who of ["planned", "expired"] as const) {
    paths[who] = documentPath(world.people[who]);
    expect((await documentsOf(world.people[who]).upload(paths[who], file())).error).toBeNull();
  }
  expect((await operator.from("logs").upload(paths.log, "[]")).error).toBeNull();
  await endPlan(world.server, world.people.expired.id);
});

const CALLERS = ["visitor", "student", "other", "planned", "expired", "admin", "formerAdmin"] as const;
const SEES_PLANNED: readonly Caller[] = ["planned", "admin"];
const SEES_EXPIRED: readonly Caller[] = ["expired", "admin"];

describe.each(CALLERS)("%s", (who) => {
  test.each([
    ["planned", SEES_PLANNED],
    ["expired", SEES_EXPIRED],
  ] as const)(
    "sees the document of the student called %s completely or not at all",
    async (owner, allowed) => {
      const path = paths[owner];
      const bucket = documentsOf(callerOf(who));
      const sees = allowed.includes(who);
      expect((await bucket.list(world.people[owner].id)).data).toHaveLength(sees ? 1 : 0);
      const responses = [
        await bucket.download(path),
        await bucket.info(path),
        await bucket.createSignedUrl(path, 60),
      ];
      for (const { error } of responses) {
        if (sees) expect(error).toBeNull();
        else expect(error).toMatchObject(ABSENT);
      }
      const { data } = await bucket.createSignedUrls([path], 60);
      expect(data?.[0]?.signedUrl === null).toBe(!sees);
    },
  );

  test("finds the same folders at the root", async () => {
    for (const [owner, allowed] of [
      ["planned", SEES_PLANNED],
      ["expired", SEES_EXPIRED],
    ] as const) {
      const { data } = await documentsOf(callerOf(who)).list("", { search: world.people[owner].id });
      expect(data).toHaveLength(allowed.includes(who) ? 1 : 0);
    }
  });

  test("sees the logs only as an admin", async () => {
    const [folder, name = ""] = paths.log.split("/");
    expect((await logsOf(who).list(folder, { search: name })).data).toHaveLength(who === "admin" ? 1 : 0);
    const { error } = await logsOf(who).download(paths.log);
    if (who === "admin") expect(error).toBeNull();
    else expect(error).toMatchObject(ABSENT);
  });

  test("uploads to their own folder only with an active plan", async () => {
    const me = who === "visitor" ? world.people.student : world.people[who];
    const path = documentPath(me);
    const { error } = await documentsOf(callerOf(who)).upload(path, file());
    if (who === "planned" || who === "other") {
      expect(error).toBeNull();
      expect((await documentsOf(callerOf(who)).remove([path])).data).toHaveLength(1);
    } else expect(error).toMatchObject(REFUSED);
  });

  test("uploads neither to another person's folder nor outside the folders", async () => {
    const someone = who === "planned" ? world.people.other : world.people.planned;
    for (const path of [documentPath(someone), "1795253400000_marks.pdf"])
      expect((await documentsOf(callerOf(who)).upload(path, file())).error).toMatchObject(REFUSED);
  });

  test("overwrites no document", async () => {
    const bucket = documentsOf(callerOf(who));
    expect((await bucket.update(paths.planned, file())).error).toMatchObject(REFUSED);
    expect((await bucket.upload(paths.planned, file(), { upsert: true })).error).toMatchObject(REFUSED);
    const { error } = await bucket.upload(paths.planned, file());
    if (who === "planned")
      expect(error).toMatchObject({ statusCode: "409", message: "The resource already exists" });
    else expect(error).toMatchObject(REFUSED);
    const stored = await world.query(
      "select id from storage.objects where name = $1 and updated_at = created_at",
      [paths.planned],
    );
    expect(stored).toHaveLength(1);
  });

  test("removes no document of another person, and no log", async () => {
    if (who !== "planned")
      expect((await documentsOf(callerOf(who)).remove([paths.planned])).data).toEqual([]);
    expect((await logsOf(who).remove([paths.log])).data).toEqual([]);
    const left = await world.query("select from storage.objects where name = any ($1)", [
      [paths.planned, paths.log],
    ]);
    expect(left).toHaveLength(2);
  });

  test("writes a log only as an admin", async () => {
    const { error } = await logsOf(who).upload(`email_failures/${who}.json`, "[]");
    if (who === "admin") expect(error).toBeNull();
    else expect(error).toMatchObject(REFUSED);
  });
});

test("a student whose plan has ended can still remove a document", async () => {
  expect((await documentsOf(world.people.expired).remove([paths.expired])).data).toHaveLength(1);
});

test("a sixth document is refused with the message that the screen recognizes", async () => {
  const student = await createStudent(world.server);
  for (let count = 0; count < 5; count++)
    expect((await documentsOf(student).upload(documentPath(student), file())).error).toBeNull();
  expect((await documentsOf(student).upload(documentPath(student), file())).error).toMatchObject(REFUSED);
});

test("granted and revoked admin rights take effect with the next request", async () => {
  const person = await createMember(world.server);
  const seen = async () => (await documentsOf(person).download(paths.planned)).error === null;
  expect(await seen()).toBe(false);
  await grantAdmin(world.server, person.id);
  expect(await seen()).toBe(true);
  await revokeAdmin(world.server, person.id);
  expect(await seen()).toBe(false);
});
