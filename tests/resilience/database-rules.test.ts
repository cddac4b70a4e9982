import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
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

test("the rules in the files are the rules in force", async () => {
  write("migrations/0001_notes.sql", NOTES);
  write(
    "rules/notes.sql",
    `create function public.shout(words text) returns text language sql as $$ select upper(words) $$;
     create function private.stamp() returns trigger language plpgsql as $$ begin new.words := 'old'; return new; end $$;
     create trigger stamp before insert on public.notes for each row execute function private.stamp();
     create view public.loud as select public.shout(words) from public.notes;
     create view public.louder as select * from public.loud;
     create function public.all_loud() returns setof public.louder language sql as $$ select * from public.louder $$;
     create view public.plain as select words from public.notes;
     create trigger plain before update on public.notes for each row execute function suppress_redundant_updates_trigger();
     create policy "old" on public.notes using (public.shout(words) <> '');
     create policy "plain" on public.notes using (true);
     grant select, insert (id) on public.notes to authenticated;`,
  );
  await prepare();
  await database.query("insert into public.notes values (1, 'as written')");
  write(
    "rules/notes.sql",
    'create policy "new" on public.notes using (true);\ngrant select (id) on public.notes to anon;',
  );
  await prepare();
  await database.query("insert into public.notes values (2, 'as written')");
  expect(await database.query("select words from public.notes order by id")).toEqual([
    { words: "old" },
    { words: "as written" },
  ]);
  expect(await policies()).toEqual(["new"]);
  for (const view of ["public.loud", "public.plain"]) expect(await exists(view)).toBe(false);
  expect(await database.query("select from pg_trigger where tgname = 'plain'")).toEqual([]);
  expect(
    await database.query(
      `select has_any_column_privilege('authenticated', 'public.notes', 'select, insert') as authenticated,
              has_table_privilege('anon', 'public.notes', 'select') as whole, has_column_privilege('anon', 'public.notes', 'id', 'select') as column,
              to_regproc('public.shout') as function`,
    ),
  ).toEqual([{ authenticated: false, whole: false, column: true, function: null }]);
});

test("rules that did not change are left alone", async () => {
  write("rules/words.sql", "create function public.words() returns text language sql as $$ select '' $$;");
  await prepare();
  const created = () => database.query("select oid from pg_proc where proname = 'words'");
  const before = await created();
  await prepare();
  expect(await created()).toEqual(before);
});

test.each([
  [
    "a statement",
    'create policy "new" on public.notes using (true);\n\nselect nonsense;',
    'database/rules/zz.sql, line 3: column "nonsense" does not exist',
  ],
  [
    "a command without a place",
    "select 1;\ndrop table public.nowhere;",
    'database/rules/zz.sql, line 2: table "nowhere" does not exist',
  ],
  [
    "a function's body",
    "select 1;\ncreate function public.f() returns int language sql as $$ select nothing $$;",
    'database/rules/zz.sql, line 2: function public.f: column "nothing" does not exist',
  ],
  [
    "a procedural body",
    "create function public.f() returns int language plpgsql as $$ begin retrun 1; end $$;",
    "database/rules/zz.sql, line 1: function public.f: syntax error",
  ],
])("%s that is wrong stops the start and leaves the old rules standing", async (_name, text, words) => {
  write("migrations/0001_notes.sql", NOTES);
  write("rules/zz.sql", 'create policy "old" on public.notes using (true);');
  await prepare();
  write("rules/zz.sql", text);
  await expect(prepare()).rejects.toThrow(words);
  expect(await policies()).toEqual(["old"]);
});

test("a file comes after those that it needs", async () => {
  write("migrations/0001_notes.sql", NOTES);
  write("rules/a.sql", "-- needs: z, m\ncreate view public.a as select * from public.m;");
  write("rules/m.sql", "-- needs: z\ncreate view public.m as select * from public.z;");
  write("rules/z.sql", "create view public.z as select * from public.notes;");
  await prepare();
  expect(await exists("public.a")).toBe(true);
});

test.each([
  ["in a circle", "-- needs: b\n", "-- needs: a\n", "a needs b needs a"],
  ["what is not there", "-- needs: nothing\n", "", "database/rules/a.sql needs nothing"],
])("rules that need each other %s are refused", async (_name, a, b, words) => {
  write("rules/a.sql", a);
  write("rules/b.sql", b);
  await expect(prepare()).rejects.toThrow(words);
});

test("no view stands in the way of a migration", async () => {
  write("migrations/0001_notes.sql", NOTES);
  write("rules/notes.sql", "create view public.seen as select words from public.notes;");
  await prepare();
  write("migrations/0002_longer.sql", "alter table public.notes alter column words type varchar(100);");
  await prepare();
  expect(await exists("public.seen")).toBe(true);
});

test("a table that came to depend on a rule stops the start, instead of losing its default", async () => {
  write("migrations/0001_notes.sql", NOTES);
  write(
    "rules/notes.sql",
    "create function public.words() returns text language sql as $$ select 'none' $$;",
  );
  await prepare();
  await database.query("alter table public.notes alter column words set default public.words()");
  write("rules/notes.sql", "-- nothing\n");
  await expect(prepare()).rejects.toThrow(
    "default value for column words of table notes uses function words()",
  );
});

test("an extension in the public schema keeps what it brought", async () => {
  await database.query("create extension hstore");
  write("rules/a.sql", "select 1;");
  await prepare();
  expect(await database.query("select ('a=>1'::public.hstore)::text as is")).toEqual([{ is: '"a"=>"1"' }]);
});

test("new rules wait for a request that is under way, and let it finish", async () => {
  write("migrations/0001_notes.sql", `${NOTES}create table public.others ();`);
  await prepare();
  // Whoever comes second into a deadlock is the one it ends: that would be the request.
  await database.query(`alter database ${database.name} set deadlock_timeout = '10ms'`);
  const request = new pg.Client({ connectionString: database.url });
  await request.connect();
  await request.query("set deadlock_timeout = '2s'; begin; lock table public.others in access share mode");
  write("rules/a.sql", 'create policy "new" on public.notes using (true);');
  const prepared = prepare();
  const waits = `select from pg_locks where not granted and relation = 'public.others'::regclass
                 and waitstart < clock_timestamp() - interval '50 ms'`;
  await vi.waitUntil(async () => (await database.query(waits)).length > 0, { timeout: 20_000, interval: 5 });
  await request.query("select from public.notes");
  await request.query("commit");
  await request.end();
  await prepared;
  expect(await policies()).toEqual(["new"]);
});
