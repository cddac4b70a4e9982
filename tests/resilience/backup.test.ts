import { randomBytes } from "node:crypto";
import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase, createEmptyDatabase, type TestDatabase } from "../world/cluster.ts";
import { DOCUMENTS } from "../world/documents.ts";
import { pdf } from "../world/files.ts";
import { createStudent, createWorld, type Member, type World } from "../world/members.ts";
import { maarga } from "../world/operator.ts";
import { payAndRefund } from "../world/payments.ts";
import { mustBegin, proceed } from "../world/resumable.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

let folder: string;
let world: World<RunningServer>;
let student: Member;
const env = (server: RunningServer) => ({ MAARGA_DATA: server.dataFolder, DATABASE_URL: server.databaseUrl });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "maarga-backup-"));
  // Without a worker, nothing changes between a backup and the comparison.
  world = await createWorld(await startServer({ env: { ROLE: "web" } }));
  student = await createStudent(world.server);
  for (let number = 0; number < 3; number++) await upload(student);
  await payAndRefund(world);
  const unfinished = { name: `${student.id}/1700000000000_unfinished.pdf` };
  await proceed(world.server, student, await mustBegin(world.server, student, 1000, unfinished), 0, pdf(500));
});
afterAll(async () => {
  await world.server.stop();
  await rm(folder, { recursive: true, force: true });
});

let moment = 1_700_000_000_000;
async function upload(person: Member): Promise<string> {
  moment += 1;
  const name = `${person.id}/${moment}_marks ಪಟ್ಟಿ.pdf`;
  const body = new Blob([Buffer.concat([pdf(), randomBytes(50_000)])], { type: "application/pdf" });
  const { error } = await person.client.storage.from(DOCUMENTS).upload(name, body);
  expect(error).toBeNull();
  return name;
}

/** Returns all rows of all tables in a backup, sorted, without the entries and events of backups and restores. */
async function rowsOf(url: string): Promise<Record<string, string[]>> {
  const tables = await queryAt<{ name: string }>(
    url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('auth', 'public', 'storage', 'private', 'graphile_worker')
       and tablename not in ('logins', 'migrations', 'rules', 'rate_limits', 'changed_days', 'pending_files', 'resumable_uploads', 'upload_parts') order by 1`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await queryAt<{ row: string }>(
      url,
      `select t::text as row from ${name} t
       where t::text not similar to '%,"backup (made|restored)",%' and t::text not like '%"operator command"%' order by 1`,
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
const commandsOf = (url: string) =>
  queryAt(
    url,
    "select details ->> 'command' as command from security_events where kind = 'operator command' order by id",
  );
const RESTORE_ENTRY = { actor_email: "operator", details: { made_at: expect.stringMatching(/^20.*Z$/) } };

/** A backup of the world with a campaign in progress, made while nothing changes. */
let backup: string;
let rows: Record<string, string[]>;

beforeAll(async () => {
  await queryAt(
    world.server.databaseUrl,
    `with campaign as (
       insert into public.campaigns (request_id, subject, body) values (gen_random_uuid(), 'S', 'B') returning id
     )
     insert into public.campaign_recipients (campaign_id, name, email, due_at)
     select id, 'Asha', 'asha@example.org', 'infinity' from campaign`,
  );
  backup = path.join(folder, "backup.tar.gz");
  const made = await maarga(env(world.server), ["backup", backup]);
  expect(made).toMatchObject({ exitCode: 0, stderr: "" });
  expect(made.stdout).toContain("and 4 documents.");
  rows = await rowsOf(world.server.databaseUrl);
});

/** Resumes the campaign, which a restore pauses. */
const resumeCampaign = (url: string) =>
  queryAt(
    url,
    "update public.campaigns set state = 'sending', paused_by = null where state = 'paused' returning subject",
  );

test("a restored backup has every row and every byte of the server; the campaign in progress is paused", async () => {
  expect((await stat(backup)).mode & 0o777).toBe(0o600);
  const target = await createEmptyDatabase();
  const dataFolder = path.join(folder, "restored");
  const restored = await maarga({ MAARGA_DATA: dataFolder, DATABASE_URL: target.url }, ["restore", backup]);
  expect(restored).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await resumeCampaign(target.url)).toEqual([{ subject: "S" }]);
  expect(await rowsOf(target.url)).toEqual(rows);
  expect(await restoresOf(target.url)).toEqual([RESTORE_ENTRY]);
  expect(await commandsOf(target.url)).toEqual([
    { command: `backup ${backup}` },
    { command: expect.stringMatching(/^restore of the backup of 20.*Z$/) },
  ]);
  const unfinished = "select from storage.upload_parts union all select from storage.resumable_uploads";
  expect([await world.query(unfinished), await queryAt(target.url, unfinished)]).toEqual([[{}, {}], []]);
  const server = await startServer({ databaseUrl: target.url, dataFolder });
  expect(await bytesOf(server)).toEqual(await bytesOf(world.server));
  // The triggers are enabled again.
  const [triggers] = await queryAt<{ enabled: boolean }>(
    target.url,
    "select bool_and(tgenabled = 'O') as enabled from pg_trigger where not tgisinternal",
  );
  expect(triggers?.enabled).toBe(true);
  await server.stop();
  await target.drop();
});

test("a backup can be restored into an embedded database too, and that database can be backed up", async () => {
  const second = path.join(folder, "second.tar.gz");
  const embedded = { MAARGA_DATA: await mkdtemp(path.join(tmpdir(), "maarga-embedded-")) };
  expect(await maarga(embedded, ["restore", backup])).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await maarga(embedded, ["backup", second])).toMatchObject({ exitCode: 0, stderr: "" });
  const target = await createDatabase();
  const dataFolder = path.join(folder, "again");
  expect(
    await maarga({ MAARGA_DATA: dataFolder, DATABASE_URL: target.url }, ["restore", second]),
  ).toMatchObject({ exitCode: 0 });
  await resumeCampaign(target.url);
  expect(await rowsOf(target.url)).toEqual(rows);
  expect(await restoresOf(target.url)).toEqual([RESTORE_ENTRY, RESTORE_ENTRY]);
  await target.drop();
  await rm(embedded.MAARGA_DATA, { recursive: true, force: true });
});

test("a backup taken while documents are uploaded and removed is consistent", async () => {
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

  const target = await createDatabase();
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

test("files whose removal a backup delays are removed after it", async () => {
  const files = path.join(world.server.dataFolder, "files");
  const count = async () =>
    (await readdir(files, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
  const [objects] = await world.query<{ count: number }>(
    "select (select count(*)::int from storage.objects) + (select count(*)::int from storage.upload_parts) as count",
  );
  const name = await upload(await createStudent(world.server));
  await world.query("delete from storage.objects where name = $1", [name]);
  const other = await createStudent(world.server);
  // The next removal also removes the files that the backup has kept.
  await other.client.storage.from(DOCUMENTS).remove([await upload(other)]);
  await expect.poll(count, { timeout: 60_000 }).toBe(objects?.count);
});

test("a damaged backup leaves the instance empty, and the same instance accepts a whole one", async () => {
  const damaged = path.join(folder, "damaged.tar.gz");
  await copyFile(backup, damaged);
  const target = await createDatabase();
  const into = { MAARGA_DATA: await mkdtemp(path.join(folder, "damaged-")), DATABASE_URL: target.url };
  for (const bytes of [Math.floor((await stat(backup)).size / 2), 0]) {
    await truncate(damaged, bytes);
    expect(await maarga(into, ["restore", damaged])).toMatchObject({ exitCode: 1 });
    expect(await queryAt(target.url, "select from auth.users")).toEqual([]);
    expect(await queryAt(target.url, "select from public.plans")).toHaveLength(10);
  }
  expect(await maarga(into, ["restore", backup])).toMatchObject({ exitCode: 0, stderr: "" });
  expect((await maarga(into, ["restore", backup])).stderr).toContain("this instance already has accounts");
  await target.drop();
});

describe("attack: a backup that somebody else has written", () => {
  const SQL = "commit; create table public.forged (); begin; ";
  type Names = { tables: { name: string; columns: string[] }[]; documents: { version: string }[] };
  const users = ({ tables }: Names) =>
    tables.find(({ name }) => name === "auth.users") as Names["tables"][number];

  let target: TestDatabase;
  beforeAll(async () => {
    target = await createDatabase();
  });
  afterAll(() => target.drop());

  test.each<readonly [string, (manifest: Names) => void]>([
    [
      "has SQL in the name of a table",
      (manifest) => {
        users(manifest).name = `auth.users disable trigger user; ${SQL} alter table auth.users`;
      },
    ],
    [
      "has SQL in the name of a column",
      (manifest) => {
        users(manifest).columns[0] = `id) from stdin; ${SQL} copy auth.users (id`;
      },
    ],
    ["leaves a table out", ({ tables }) => void tables.pop()],
    ["lists a table twice", ({ tables }) => void tables.push(tables[0] as Names["tables"][number])],
    [
      "has a document outside the folder",
      ({ documents }) => {
        documents[0] = { ...documents[0], version: "../../secrets.json" };
      },
    ],
  ])("%s: refused, and none of its SQL runs", async (_how, change) => {
    const forged = path.join(folder, "forged.tar.gz");
    await rewriteManifest(backup, forged, change);
    const into = { MAARGA_DATA: await mkdtemp(path.join(folder, "forged-")), DATABASE_URL: target.url };
    const { exitCode, stderr } = await maarga(into, ["restore", forged]);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^this file is not a backup .*\n$/)]);
    expect(
      await queryAt(
        target.url,
        "select from pg_class where relname = 'forged' union all select from auth.users",
      ),
    ).toEqual([]);
    expect(await queryAt(target.url, "select from storage.pending_files")).toEqual([]);
  });
});

/** Changes the manifest, which is the first entry, and keeps all other entries. */
async function rewriteManifest<T>(
  source: string,
  target: string,
  change: (manifest: T) => void,
): Promise<void> {
  const archive = gunzipSync(await readFile(source));
  const BLOCK = 512;
  const size = Number.parseInt(archive.toString("latin1", 124, 136), 8);
  const end = BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  const manifest = JSON.parse(archive.toString("utf8", BLOCK, BLOCK + size));
  change(manifest);
  const forged = pack();
  forged.entry({ name: "manifest.json" }, JSON.stringify(manifest));
  forged.finalize();
  const entry = (await buffer(forged)).subarray(0, -2 * BLOCK);
  await writeFile(target, gzipSync(Buffer.concat([entry, archive.subarray(end)])));
}

test("a backup overwrites no file, and a restore is refused while a server runs on the database", async () => {
  expect(await maarga(env(world.server), ["backup", backup])).toMatchObject({
    exitCode: 1,
    stderr: `${backup} already exists; a backup never overwrites a file\n`,
  });
  const into = await maarga(env(world.server), ["restore", backup]);
  expect(into.exitCode).toBe(1);
  expect(into.stderr).toContain("a server is running on this database");
});
