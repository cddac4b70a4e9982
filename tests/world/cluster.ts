import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { endConnections, queryAt } from "./sql.ts";

const TEMPLATE = "maarga";

let knownUrl: string | undefined;

/** Sets the address of the cluster for the global setup of a project, which has no access to `inject`. */
export function setClusterUrl(url: string): void {
  knownUrl = url;
}

export type TestDatabase = {
  name: string;
  /** The owner's login. The owner is the superuser of the tests' cluster. */
  url: string;
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  drop(): Promise<void>;
};

/** Creates a database with all migrations and rules, in about 20 ms. `prepareDatabase` creates its logins. */
export function createDatabase(): Promise<TestDatabase> {
  return createDatabaseFrom(TEMPLATE);
}

/** Runs a statement as the superuser, outside any test's database: roles and databases belong to the cluster. */
export function ownerQuery<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
  return queryAt<T>(clusterUrl(), text, values);
}

export function clusterUrl(database = "postgres", login?: { name: string; password: string }): string {
  const url = new URL(knownUrl ?? inject("clusterUrl"));
  url.pathname = `/${database}`;
  if (login) [url.username, url.password] = [login.name, login.password];
  return url.href;
}

/** Copies a database. Nobody else may be connected to it. */
export async function createDatabaseFrom(template: string): Promise<TestDatabase> {
  await endConnections(clusterUrl(template));
  // The default strategy also writes the whole copy into the write-ahead log.
  return create(`template ${pg.escapeIdentifier(template)} strategy file_copy`);
}

/** Creates a database without migrations and rules. */
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
      await endConnections(url);
      await ownerQuery(`drop database ${name} with (force)`);
      for (const suffix of ["api", "service"])
        await ownerQuery(`drop role if exists maarga_${name}_${suffix}`);
    },
  };
}
