import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

const TEMPLATE = "maarga";

let knownUrl: string | undefined;

/** Tells the set-up of a run, which cannot ask Vitest, where the cluster is. */
export function setClusterUrl(url: string): void {
  knownUrl = url;
}

export type TestDatabase = {
  name: string;
  /** As the owner, who is the superuser of the tests' cluster. */
  url: string;
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  drop(): Promise<void>;
};

/** A database of one's own, with all migrations and rules, copied in some 50 ms. Its logins come from prepareDatabase. */
export function createDatabase(): Promise<TestDatabase> {
  return createDatabaseFrom(TEMPLATE);
}

/** A statement as the superuser, outside any test's database: roles and databases belong to the cluster. */
export function ownerQuery<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
  return queryAt<T>(clusterUrl(), text, values);
}

export function clusterUrl(database = "postgres", login?: { name: string; password: string }): string {
  const url = new URL(knownUrl ?? inject("clusterUrl"));
  url.pathname = `/${database}`;
  if (login) [url.username, url.password] = [login.name, login.password];
  return url.href;
}

export async function queryAt<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** A copy of another that nobody is connected to. */
export function createDatabaseFrom(template: string): Promise<TestDatabase> {
  return create(`template ${pg.escapeIdentifier(template)}`);
}

/** One with nothing in it, for tests of what fills it. */
export function createEmptyDatabase(owner?: string): Promise<TestDatabase> {
  return create(`template template0${owner ? ` owner ${pg.escapeIdentifier(owner)}` : ""}`);
}

async function create(how: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await ownerQuery(`create database ${name} ${how}`);
  const url = clusterUrl(name);
  return {
    name,
    url,
    query: (text, values) => queryAt(url, text, values),
    async drop() {
      await ownerQuery(`drop database ${name} with (force)`);
      for (const suffix of ["api", "service"])
        await ownerQuery(`drop role if exists maarga_${name}_${suffix}`);
    },
  };
}
