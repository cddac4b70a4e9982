import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { createDatabaseFrom, createEmptyDatabase, type TestDatabase } from "./cluster.ts";

/** A migration that creates a table. */
export const NOTES =
  "create table public.notes (id int primary key, words text);\nalter table public.notes enable row level security;\n";

/** A folder of migrations and rules, and a database that is prepared from it. */
export interface ContentsWorld {
  readonly database: TestDatabase;
  readonly folder: string;
  write(file: string, text: string): void;
  prepare(): ReturnType<typeof prepareDatabase>;
  /** Returns the names of the migrations that have run. */
  migrations(): Promise<string[]>;
  policies(): Promise<string[]>;
  exists(table: string): Promise<boolean | undefined>;
}

/** Gives every test of a file an empty folder and a database without tables of ours. */
export function setUpContentsWorld(): ContentsWorld {
  let blank: TestDatabase;
  let database: TestDatabase;
  let folder: string;

  // Roles, schemas and the job queue are the same for each test, so they are created once and copied.
  beforeAll(async () => {
    blank = await createEmptyDatabase();
    const empty = createFolder();
    await prepareDatabase(blank.url, { folder: empty });
    rmSync(empty, { recursive: true });
  });
  afterAll(() => blank.drop());
  beforeEach(async () => {
    database = await createDatabaseFrom(blank.name);
    folder = createFolder();
  });
  afterEach(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const namesIn = async (query: string) =>
    (await database.query<{ name: string }>(query)).map(({ name }) => name);
  return {
    get database() {
      return database;
    },
    get folder() {
      return folder;
    },
    write: (file, text) => writeFileSync(path.join(folder, file), text),
    prepare: () => prepareDatabase(database.url, { folder }),
    migrations: () => namesIn("select name from private.migrations order by name"),
    policies: () =>
      namesIn("select policyname as name from pg_policies where schemaname = 'public' order by 1"),
    async exists(table) {
      const text = "select to_regclass($1) is not null as found";
      return (await database.query<{ found: boolean }>(text, [table]))[0]?.found;
    },
  };
}

function createFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "maarga-contents-"));
  for (const part of ["migrations", "rules"]) mkdirSync(path.join(folder, part));
  return folder;
}
