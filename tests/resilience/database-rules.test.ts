import pg from "pg";
import { expect, test, vi } from "vitest";
import { NOTES, setUpContentsWorld } from "../world/contents-world.ts";

const world = setUpContentsWorld();

test("the database has exactly the rules in the files", async () => {
  world.write("migrations/0001_notes.sql", NOTES);
  world.write(
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
  await world.prepare();
  await world.database.query("insert into public.notes values (1, 'as written')");
  world.write(
    "rules/notes.sql",
    'create policy "new" on public.notes using (true);\ngrant select (id) on public.notes to anon;',
  );
  await world.prepare();
  await world.database.query("insert into public.notes values (2, 'as written')");
  expect(await world.database.query("select words from public.notes order by id")).toEqual([
    { words: "old" },
    { words: "as written" },
  ]);
  expect(await world.policies()).toEqual(["new"]);
  for (const view of ["public.loud", "public.plain"]) expect(await world.exists(view)).toBe(false);
  expect(await world.database.query("select from pg_trigger where tgname = 'plain'")).toEqual([]);
  expect(
    await world.database.query(
      `select has_any_column_privilege('authenticated', 'public.notes', 'select, insert') as authenticated,
              has_table_privilege('anon', 'public.notes', 'select') as whole, has_column_privilege('anon', 'public.notes', 'id', 'select') as column,
              to_regproc('public.shout') as function`,
    ),
  ).toEqual([{ authenticated: false, whole: false, column: true, function: null }]);
});

test("rules that have not changed are not created again", async () => {
  world.write(
    "rules/words.sql",
    "create function public.words() returns text language sql as $$ select '' $$;",
  );
  await world.prepare();
  const created = () => world.database.query("select oid from pg_proc where proname = 'words'");
  const before = await created();
  await world.prepare();
  expect(await created()).toEqual(before);
});

test.each([
  [
    "a statement",
    'create policy "new" on public.notes using (true);\n\nselect nonsense;',
    'database/rules/zz.sql, line 3: column "nonsense" does not exist',
  ],
  [
    "a command whose error has no position",
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
])("an error in %s stops the start and leaves the old rules in place", async (_name, text, message) => {
  world.write("migrations/0001_notes.sql", NOTES);
  world.write("rules/zz.sql", 'create policy "old" on public.notes using (true);');
  await world.prepare();
  world.write("rules/zz.sql", text);
  await expect(world.prepare()).rejects.toThrow(message);
  expect(await world.policies()).toEqual(["old"]);
});

test("a file of rules runs after those that it needs", async () => {
  world.write("migrations/0001_notes.sql", NOTES);
  world.write("rules/a.sql", "-- needs: z, m\ncreate view public.a as select * from public.m;");
  world.write("rules/m.sql", "-- needs: z\ncreate view public.m as select * from public.z;");
  world.write("rules/z.sql", "create view public.z as select * from public.notes;");
  await world.prepare();
  expect(await world.exists("public.a")).toBe(true);
});

test.each([
  ["each other", "-- needs: b\n", "-- needs: a\n", "a needs b needs a"],
  ["a file that does not exist", "-- needs: nothing\n", "", "database/rules/a.sql needs nothing"],
])("rules that need %s are refused", async (_name, a, b, message) => {
  world.write("rules/a.sql", a);
  world.write("rules/b.sql", b);
  await expect(world.prepare()).rejects.toThrow(message);
});

test("a view does not prevent a migration", async () => {
  world.write("migrations/0001_notes.sql", NOTES);
  world.write("rules/notes.sql", "create view public.seen as select words from public.notes;");
  await world.prepare();
  world.write("migrations/0002_longer.sql", "alter table public.notes alter column words type varchar(100);");
  await world.prepare();
  expect(await world.exists("public.seen")).toBe(true);
});

test("a table that depends on a rule stops the start instead of losing its default", async () => {
  world.write("migrations/0001_notes.sql", NOTES);
  world.write(
    "rules/notes.sql",
    "create function public.words() returns text language sql as $$ select 'none' $$;",
  );
  await world.prepare();
  await world.database.query("alter table public.notes alter column words set default public.words()");
  world.write("rules/notes.sql", "-- nothing\n");
  await expect(world.prepare()).rejects.toThrow(
    "default value for column words of table notes uses function words()",
  );
});

test("an extension in the public schema keeps its objects", async () => {
  await world.database.query("create extension hstore");
  world.write("rules/a.sql", "select 1;");
  await world.prepare();
  expect(await world.database.query("select ('a=>1'::public.hstore)::text as is")).toEqual([
    { is: '"a"=>"1"' },
  ]);
});

test("new rules wait for a request in progress and let it finish", async () => {
  world.write("migrations/0001_notes.sql", `${NOTES}create table public.others ();`);
  await world.prepare();
  // PostgreSQL ends the session whose deadlock_timeout passes first: it must not be the request.
  await world.database.query(`alter database ${world.database.name} set deadlock_timeout = '10ms'`);
  const request = new pg.Client({ connectionString: world.database.url });
  await request.connect();
  await request.query("set deadlock_timeout = '2s'; begin; lock table public.others in access share mode");
  world.write("rules/a.sql", 'create policy "new" on public.notes using (true);');
  const prepared = world.prepare();
  const waits = `select from pg_locks where not granted and relation = 'public.others'::regclass
                 and waitstart < clock_timestamp() - interval '50 ms'`;
  await vi.waitUntil(async () => (await world.database.query(waits)).length > 0, {
    timeout: 20_000,
    interval: 5,
  });
  await request.query("select from public.notes");
  await request.query("commit");
  await request.end();
  await prepared;
  expect(await world.policies()).toEqual(["new"]);
});
