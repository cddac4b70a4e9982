import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readdir, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmptyDatabase } from "../world/cluster.ts";
import { DOCUMENTS } from "../world/documents.ts";
import { createStudent, createWorld, type Member, type World } from "../world/members.ts";
import { maarga } from "../world/operator.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

let folder: string;
let world: World<RunningServer>;
let student: Member;
const env = (server: RunningServer) => ({ MAARGA_DATA: server.dataFolder, DATABASE_URL: server.databaseUrl });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "maarga-backup-"));
  // Without a worker nothing changes by itself between a backup and a look at it.
  world = await createWorld(await startServer({ env: { ROLE: "web" } }));
  student = await createStudent(world.server);
  for (let number = 0; number < 3; number++) await upload(student);
});
afterAll(async () => {
  await world.server.stop();
  await rm(folder, { recursive: true, force: true });
});

let moment = 1_700_000_000_000;
async function upload(person: Member): Promise<string> {
  moment += 1;
  const name = `${person.id}/${moment}_marks ಪಟ್ಟಿ.pdf`;
  const body = new Blob([Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(50_000)])], {
    type: "application/pdf",
  });
  const { error } = await person.client.storage.from(DOCUMENTS).upload(name, body);
  expect(error).toBeNull();
  return name;
}

/** Every row of every table that a backup holds, in an order of its own; without what a restore adds to the record. */
async function rowsOf(url: string): Promise<Record<string, string[]>> {
  const tables = await queryAt<{ name: string }>(
    url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('auth', 'public', 'storage', 'private', 'graphile_worker')
       and tablename not in ('logins', 'migrations', 'rules', 'rate_limits', 'pending_files') order by 1`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await queryAt<{ row: string }>(
      url,
      `select t::text as row from ${name} t where t::text not like '%,"backup restored",%' order by 1`,
    );
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

async function bytesOf(server: RunningServer): Promise<Record<string, string>> {
  const objects = await queryAt<{ name: string; bucket_id: string }>(
    server.databaseUrl,
    "select bucket_id, name from storage.objects order by name",
  );
  const bytes: Record<string, string> = {};
  for (const { bucket_id, name } of objects) {
    const answer = await fetch(`${server.url}/storage/v1/object/${bucket_id}/${encodeURI(name)}`, {
      headers: { apikey: server.secretKey, authorization: `Bearer ${server.secretKey}` },
    });
    expect(answer.status).toBe(200);
    bytes[name] = Buffer.from(await answer.arrayBuffer()).toString("base64");
  }
  return bytes;
}

const restoresOf = (url: string) =>
  queryAt(url, "select actor_email, details from audit_log where action = 'backup restored' order by id");
const aRestore = { actor_email: "operator", details: { made_at: expect.stringMatching(/^20.*Z$/) } };

test("a backup of a server at rest comes back row by row and byte by byte; a campaign under way waits", async () => {
  await queryAt(
    world.server.databaseUrl,
    `with campaign as (
       insert into public.campaigns (request_id, subject, body) values (gen_random_uuid(), 'S', 'B') returning id
     )
     insert into public.campaign_recipients (campaign_id, name, email, due_at)
     select id, 'Asha', 'asha@example.org', 'infinity' from campaign`,
  );
  const file = path.join(folder, "rest.tar.gz");
  const made = await maarga(env(world.server), ["backup", file]);
  expect(made).toMatchObject({ exitCode: 0, stderr: "" });
  expect(made.stdout).toContain("and 3 documents.");
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const target = await createEmptyDatabase();
  const dataFolder = path.join(folder, "restored");
  const back = await maarga({ MAARGA_DATA: dataFolder, DATABASE_URL: target.url }, ["restore", file]);
  expect(back).toMatchObject({ exitCode: 0, stderr: "" });
  const goOn = "update public.campaigns set state = 'sending', paused_by = null where state = 'paused'";
  expect(await queryAt(target.url, `${goOn} returning subject`)).toEqual([{ subject: "S" }]);
  expect(await rowsOf(target.url)).toEqual(await rowsOf(world.server.databaseUrl));
  expect(await restoresOf(target.url)).toEqual([aRestore]);

  const restored = await startServer({ databaseUrl: target.url, dataFolder });
  expect(await bytesOf(restored)).toEqual(await bytesOf(world.server));
  // The rules are awake again, and the counters go on where they were.
  const [slot] = await queryAt<{ enabled: boolean }>(
    target.url,
    "select bool_and(tgenabled = 'O') as enabled from pg_trigger where not tgisinternal",
  );
  expect(slot?.enabled).toBe(true);
  await restored.stop();
  await queryAt(world.server.databaseUrl, "delete from public.campaigns");
  await target.drop();
});

test("a backup comes back into an embedded database too, which is backed up in its turn", async () => {
  const [first, second] = [path.join(folder, "first.tar.gz"), path.join(folder, "second.tar.gz")];
  await maarga(env(world.server), ["backup", first]);
  const embedded = { MAARGA_DATA: await mkdtemp(path.join(tmpdir(), "maarga-embedded-")) };
  expect(await maarga(embedded, ["restore", first])).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await maarga(embedded, ["backup", second])).toMatchObject({ exitCode: 0, stderr: "" });
  const target = await createEmptyDatabase();
  const dataFolder = path.join(folder, "again");
  expect(
    await maarga({ MAARGA_DATA: dataFolder, DATABASE_URL: target.url }, ["restore", second]),
  ).toMatchObject({ exitCode: 0 });
  expect(await rowsOf(target.url)).toEqual(await rowsOf(world.server.databaseUrl));
  expect(await restoresOf(target.url)).toEqual([aRestore, aRestore]);
  await target.drop();
  await rm(embedded.MAARGA_DATA, { recursive: true, force: true });
});

test("a backup taken while documents come and go is of one instant", async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => createStudent(world.server)));
  let busy = true;
  const load = people.map(async (person) => {
    while (busy) {
      const name = await upload(person);
      await person.client.storage.from(DOCUMENTS).remove([name]);
    }
  });
  const file = path.join(folder, "load.tar.gz");
  const made = await maarga(env(world.server), ["backup", file]);
  busy = false;
  await Promise.all(load);
  expect(made).toMatchObject({ exitCode: 0, stderr: "" });

  const target = await createEmptyDatabase();
  const dataFolder = path.join(folder, "from-load");
  expect(
    await maarga({ MAARGA_DATA: dataFolder, DATABASE_URL: target.url }, ["restore", file]),
  ).toMatchObject({ exitCode: 0, stderr: "" });
  const restored = await startServer({ databaseUrl: target.url, dataFolder });
  // Every row has its file: each is read whole.
  expect(Object.keys(await bytesOf(restored)).length).toBeGreaterThanOrEqual(3);
  await restored.stop();
  await target.drop();
});

test("files that were to go are gone once the backup is over", async () => {
  const files = path.join(world.server.dataFolder, "files");
  const count = async () =>
    (await readdir(files, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
  const [rows] = await world.query<{ count: number }>("select count(*)::int from storage.objects");
  const name = await upload(await createStudent(world.server));
  await world.query("delete from storage.objects where name = $1", [name]);
  const other = await createStudent(world.server);
  // The next removal sweeps up what the backup had held back.
  await other.client.storage.from(DOCUMENTS).remove([await upload(other)]);
  await expect.poll(count).toBe(rows?.count);
});

test.each([
  [
    "a file that was cut off",
    async (file: string) => truncate(file, Math.floor((await stat(file)).size / 2)),
  ],
  ["a file that is no backup", async (file: string) => truncate(file, 0)],
])("%s leaves the instance empty", async (_what, damage) => {
  const whole = path.join(folder, "whole.tar.gz");
  if (!existsSync(whole)) await maarga(env(world.server), ["backup", whole]);
  const file = path.join(folder, `damaged-${randomBytes(4).toString("hex")}`);
  await copyFile(whole, file);
  await damage(file);
  const target = await createEmptyDatabase();
  const dataFolder = await mkdtemp(path.join(folder, "damaged-"));
  const back = await maarga({ MAARGA_DATA: dataFolder, DATABASE_URL: target.url }, ["restore", file]);
  expect(back.exitCode).toBe(1);
  expect(await queryAt(target.url, "select from auth.users")).toEqual([]);
  expect(await queryAt(target.url, "select from public.plans")).toHaveLength(10);
  // The same instance takes a whole one.
  expect(
    await maarga({ MAARGA_DATA: dataFolder, DATABASE_URL: target.url }, ["restore", whole]),
  ).toMatchObject({ exitCode: 0, stderr: "" });
  await target.drop();
});

test("a backup overwrites nothing, and a restore goes into no instance in use", async () => {
  const file = path.join(folder, "once.tar.gz");
  await maarga(env(world.server), ["backup", file]);
  expect(await maarga(env(world.server), ["backup", file])).toMatchObject({
    exitCode: 1,
    stderr: `${file} already exists; a backup never overwrites a file\n`,
  });
  const into = await maarga(env(world.server), ["restore", file]);
  expect(into.exitCode).toBe(1);
  expect(into.stderr).toContain("a server is running on this database");
});
