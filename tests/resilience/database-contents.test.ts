import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { createDatabaseFrom, createEmptyDatabase, type TestDatabase } from "../world/cluster.ts";

vi.setConfig({ testTimeout: 120_000 }); // on a machine that may be busy with all the other tests

let blank: TestDatabase;
let database: TestDatabase;
let folder: string;

// Roles, schemas and the job queue are the same for each test: made once, and copied.
beforeAll(async () => {
  blank = await createEmptyDatabase();
  folder = makeFolder();
  await prepareDatabase(blank.url, { folder });
  rmSync(folder, { recursive: true });
});

afterAll(() => blank.drop());

beforeEach(async () => {
  database = await createDatabaseFrom(blank.name);
  folder = makeFolder();
});

afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

function makeFolder(): string {
  const made = mkdtempSync(path.join(tmpdir(), "maarga-contents-"));
  for (const part of ["migrations", "rules"]) mkdirSync(path.join(made, part));
  return made;
}

const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
const prepare = () => prepareDatabase(database.url, { folder });
const migrations = async () =>
  (await database.query<{ name: string }>("select name from private.migrations order by name")).map(
    ({ name }) => name,
  );
const policies = async () =>
  (
    await database.query<{ name: string }>(
      "select policyname as name from pg_policies where schemaname = 'public' order by 1",
    )
  ).map(({ name }) => name);
const exists = async (table: string) =>
  (await database.query<{ found: boolean }>("select to_regclass($1) is not null as found", [table]))[0]
    ?.found;

const NOTES =
  "create table public.notes (id int primary key, words text);\nalter table public.notes enable row level security;\n";

test("migrations run in order, and each of them once", async () => {
  write("migrations/0001_notes.sql", NOTES);
  write("migrations/0002_first.sql", "insert into public.notes values (1, 'one');");
  await prepare();
  write("migrations/0010_second.sql", "insert into public.notes values (2, 'two');");
  await prepare();
  await prepare();
  expect(await database.query("select id from public.notes order by id")).toEqual([{ id: 1 }, { id: 2 }]);
  expect(await migrations()).toEqual(["0001_notes.sql", "0002_first.sql", "0010_second.sql"]);
});

test("five servers that start at once run each migration once", async () => {
  write("migrations/0001_notes.sql", `${NOTES}insert into public.notes select 1, pg_sleep(0.2)::text;`);
  write("rules/notes.sql", 'create policy "everyone" on public.notes for select using (true);');
  const logins = await Promise.all(Array.from({ length: 5 }, prepare));
  expect(new Set(logins.map(({ apiUrl }) => apiUrl)).size).toBe(1);
  expect(await migrations()).toEqual(["0001_notes.sql"]);
  expect(await policies()).toEqual(["everyone"]);
});

test("five servers can start at once where there is nothing at all", async () => {
  const empty = await createEmptyDatabase();
  try {
    const logins = await Promise.all(Array.from({ length: 5 }, () => prepareDatabase(empty.url)));
    expect(new Set(logins.map(({ apiUrl }) => apiUrl)).size).toBe(1);
  } finally {
    await empty.drop();
  }
});

test("line ends and a byte order mark are no change to a migration", async () => {
  write("migrations/0001_notes.sql", NOTES);
  await prepare();
  write("migrations/0001_notes.sql", `\uFEFF${NOTES.replaceAll("\n", "\r\n")}`);
  await prepare();
});

test("comments and blank lines of a migration may change after it has run", async () => {
  write("migrations/0001_notes.sql", NOTES);
  await prepare();
  write("migrations/0001_notes.sql", `-- Notes.\n\n${NOTES} /* No more. */`);
  await prepare();
});

test.each([
  ["starts where only comments have changed since", `-- Reworded.\n${NOTES}`, undefined],
  [
    "is refused where a statement has changed since",
    NOTES.replace("text", "varchar"),
    "was changed after it ran",
  ],
])("an installation that recorded hashes of whole files %s", async (_name, text, refusal) => {
  write("migrations/0001_notes.sql", NOTES);
  await prepare();
  const [current] = await database.query<{ hash: string }>("select hash from private.migrations");
  const file = createHash("sha256").update(NOTES).digest("hex");
  await database.query("update private.migrations set hash = $1", [file]);
  const legacy = { "0001_notes.sql": { file, statements: current?.hash } };
  write("migrations/legacy-hashes.json", JSON.stringify(legacy));
  write("migrations/0001_notes.sql", text);
  write("migrations/0002_more.sql", "create table public.more ();");
  if (refusal) await expect(prepare()).rejects.toThrow(refusal);
  else await prepare();
  expect(await exists("public.more")).toBe(!refusal);
  const [recorded] = await database.query<{ hash: string }>(
    "select hash from private.migrations order by name",
  );
  expect(recorded?.hash).toBe(refusal ? file : current?.hash);
});

test.each([
  [
    "an edited one",
    () => write("migrations/0002_two.sql", "select 22;"),
    "database/migrations/0002_two.sql was changed after it ran",
  ],
  [
    "a removed one",
    () => rmSync(path.join(folder, "migrations/0002_two.sql")),
    "Migration 0002_two.sql has run",
  ],
  [
    "one that comes too late",
    () => write("migrations/0001_one.sql", "select 1;"),
    "database/migrations/0001_one.sql comes before 0002_two.sql",
  ],
  ["a number used twice", () => write("migrations/0002_again.sql", "select 1;"), "same number"],
  ["a name of another kind", () => write("migrations/three.sql", "select 1;"), "is not named like"],
])("%s is refused before anything is done", async (_name, change, words) => {
  write("migrations/0002_two.sql", "select 2;");
  await prepare();
  change();
  write("migrations/0003_notes.sql", NOTES);
  await expect(prepare()).rejects.toThrow(words);
  expect(await migrations()).toEqual(["0002_two.sql"]);
  expect(await exists("public.notes")).toBe(false);
});

test("a migration that fails is named with its line, and leaves the database as it was", async () => {
  write("migrations/0001_notes.sql", NOTES);
  write("rules/notes.sql", 'create policy "old" on public.notes using (true);');
  await prepare();
  write("migrations/0002_more.sql", "create table public.more ();");
  write("migrations/0003_wrong.sql", "-- ಮಾರ್ಗ 🎓\nselect 1;\n\ngrant select on public.nowhere to anon;\n");
  write("rules/notes.sql", 'create policy "new" on public.notes using (true);');
  await expect(prepare()).rejects.toThrow(
    'database/migrations/0003_wrong.sql, line 4: relation "public.nowhere" does not exist',
  );
  expect(await migrations()).toEqual(["0001_notes.sql"]);
  expect(await exists("public.more")).toBe(false);
  expect(await policies()).toEqual(["old"]);
});
