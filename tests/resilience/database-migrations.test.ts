import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { createEmptyDatabase } from "../world/cluster.ts";
import { NOTES, setUpContentsWorld } from "../world/contents-world.ts";

const world = setUpContentsWorld();

test("migrations run in order, and each of them once", async () => {
  world.write("migrations/0001_notes.sql", NOTES);
  world.write("migrations/0002_first.sql", "insert into public.notes values (1, 'one');");
  await world.prepare();
  world.write("migrations/0010_second.sql", "insert into public.notes values (2, 'two');");
  await world.prepare();
  await world.prepare();
  expect(await world.database.query("select id from public.notes order by id")).toEqual([
    { id: 1 },
    { id: 2 },
  ]);
  expect(await world.migrations()).toEqual(["0001_notes.sql", "0002_first.sql", "0010_second.sql"]);
});

test("five servers that start at once run each migration once", async () => {
  world.write("migrations/0001_notes.sql", `${NOTES}insert into public.notes select 1, pg_sleep(0.2)::text;`);
  world.write("rules/notes.sql", 'create policy "everyone" on public.notes for select using (true);');
  const logins = await Promise.all(Array.from({ length: 5 }, () => world.prepare()));
  expect(new Set(logins.map(({ apiUrl }) => apiUrl)).size).toBe(1);
  expect(await world.migrations()).toEqual(["0001_notes.sql"]);
  expect(await world.policies()).toEqual(["everyone"]);
});

test("five servers that start at once can prepare an empty database", async () => {
  const empty = await createEmptyDatabase();
  try {
    const logins = await Promise.all(Array.from({ length: 5 }, () => prepareDatabase(empty.url)));
    expect(new Set(logins.map(({ apiUrl }) => apiUrl)).size).toBe(1);
  } finally {
    await empty.drop();
  }
});

test("line endings and a byte order mark do not change a migration", async () => {
  world.write("migrations/0001_notes.sql", NOTES);
  await world.prepare();
  world.write("migrations/0001_notes.sql", `\uFEFF${NOTES.replaceAll("\n", "\r\n")}`);
  await world.prepare();
});

test("comments and blank lines of a migration may change after it has run", async () => {
  world.write("migrations/0001_notes.sql", NOTES);
  await world.prepare();
  world.write("migrations/0001_notes.sql", `-- Notes.\n\n${NOTES} /* No more. */`);
  await world.prepare();
});

test.each([
  ["starts where only comments have changed since", `-- Reworded.\n${NOTES}`, undefined],
  [
    "is refused where a statement has changed since",
    NOTES.replace("text", "varchar"),
    "was changed after it ran",
  ],
])("an installation that recorded hashes of whole files %s", async (_name, text, refusal) => {
  world.write("migrations/0001_notes.sql", NOTES);
  await world.prepare();
  const [current] = await world.database.query<{ hash: string }>("select hash from private.migrations");
  const file = createHash("sha256").update(NOTES).digest("hex");
  await world.database.query("update private.migrations set hash = $1", [file]);
  const legacy = { "0001_notes.sql": { file, statements: current?.hash } };
  world.write("migrations/legacy-hashes.json", JSON.stringify(legacy));
  world.write("migrations/0001_notes.sql", text);
  world.write("migrations/0002_more.sql", "create table public.more ();");
  if (refusal) await expect(world.prepare()).rejects.toThrow(refusal);
  else await world.prepare();
  expect(await world.exists("public.more")).toBe(!refusal);
  const [recorded] = await world.database.query<{ hash: string }>(
    "select hash from private.migrations order by name",
  );
  expect(recorded?.hash).toBe(refusal ? file : current?.hash);
});

test.each([
  [
    "an edited migration",
    () => world.write("migrations/0002_two.sql", "select 22;"),
    "database/migrations/0002_two.sql was changed after it ran",
  ],
  [
    "a removed migration",
    () => rmSync(path.join(world.folder, "migrations/0002_two.sql")),
    "Migration 0002_two.sql has run",
  ],
  [
    "a migration numbered below one that has run",
    () => world.write("migrations/0001_one.sql", "select 1;"),
    "database/migrations/0001_one.sql comes before 0002_two.sql",
  ],
  ["a number used twice", () => world.write("migrations/0002_again.sql", "select 1;"), "same number"],
  [
    "a file name of another form",
    () => world.write("migrations/three.sql", "select 1;"),
    "is not named like",
  ],
])("%s is refused before anything is done", async (_name, change, message) => {
  world.write("migrations/0002_two.sql", "select 2;");
  await world.prepare();
  change();
  world.write("migrations/0003_notes.sql", NOTES);
  await expect(world.prepare()).rejects.toThrow(message);
  expect(await world.migrations()).toEqual(["0002_two.sql"]);
  expect(await world.exists("public.notes")).toBe(false);
});

test("a migration that fails is named with its line, and leaves the database as it was", async () => {
  world.write("migrations/0001_notes.sql", NOTES);
  world.write("rules/notes.sql", 'create policy "old" on public.notes using (true);');
  await world.prepare();
  world.write("migrations/0002_more.sql", "create table public.more ();");
  world.write(
    "migrations/0003_wrong.sql",
    "-- ಮಾರ್ಗ 🎓\nselect 1;\n\ngrant select on public.nowhere to anon;\n",
  );
  world.write("rules/notes.sql", 'create policy "new" on public.notes using (true);');
  await expect(world.prepare()).rejects.toThrow(
    'database/migrations/0003_wrong.sql, line 4: relation "public.nowhere" does not exist',
  );
  expect(await world.migrations()).toEqual(["0001_notes.sql"]);
  expect(await world.exists("public.more")).toBe(false);
  expect(await world.policies()).toEqual(["old"]);
});
