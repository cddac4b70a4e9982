import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { createDatabase } from "../world/cluster.ts";
import { insertPeople, people, type Who } from "./people.ts";

type Row = Record<string, unknown>;

/** A request that the rules turned down. */
export type Refusal = { code: string; message: string };

export type RulesWorld = {
  /** Runs a statement as the server would run it for this person. If it is refused, only this statement is rolled back. */
  as<T extends Row = Row>(who: Who, sql: string, values?: unknown[]): Promise<pg.QueryResult<T>>;
  /** Returns the refusal that the person gets, or undefined if the statement succeeds. */
  refusal(who: Who, sql: string, values?: unknown[]): Promise<Refusal | undefined>;
  /** Runs a statement as the owner of the database, to prepare and read rows that no person may access. */
  asOwner<T extends Row = Row>(sql: string, values?: unknown[]): Promise<T[]>;
  /** Runs a statement as the owner with triggers disabled, for rows that only the passage of time can produce. */
  withoutTriggers(sql: string, values?: unknown[]): Promise<void>;
};

/** Gives the tests of a file or a describe block their own database. Each test runs in a transaction that is rolled back. */
export function setUpWorld(): RulesWorld {
  let client: pg.Client;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await createDatabase();
    drop = database.drop;
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await insertPeople(client);
  });
  beforeEach(async () => {
    await client.query("begin");
  });
  afterEach(async () => {
    await client.query("rollback");
  });
  afterAll(async () => {
    await client.end();
    await drop();
  });

  const become = (role: string, claims: unknown) =>
    client.query("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [
      role,
      claims === undefined ? "" : JSON.stringify(claims),
    ]);

  const world: RulesWorld = {
    async as(who, sql, values = []) {
      await client.query("savepoint step");
      try {
        await become(people[who].role, people[who].claims);
        const result = await client.query(sql, values);
        await client.query("release savepoint step");
        return result as never;
      } catch (error) {
        await client.query("rollback to savepoint step");
        throw error;
      } finally {
        await become("none", undefined);
      }
    },
    async refusal(who, sql, values) {
      try {
        await world.as(who, sql, values);
        return undefined;
      } catch (error) {
        if (error instanceof pg.DatabaseError) return { code: error.code ?? "", message: error.message };
        throw error;
      }
    },
    async asOwner(sql, values = []) {
      return (await client.query(sql, values)).rows as never;
    },
    async withoutTriggers(sql, values = []) {
      await client.query("set local session_replication_role = replica");
      await client.query(sql, values);
      await client.query("set local session_replication_role = origin");
    },
  };
  return world;
}

const VIEWS = new Set([
  "current_editions",
  "busy_slots",
  "current_orders",
  "private.role_rights",
  "user_plans_with_profiles",
]);

export const permissionDenied = (table: string): Refusal => ({
  code: "42501",
  message: `permission denied for ${VIEWS.has(table) ? "view" : "table"} ${table.replace(/^.*\./, "")}`,
});
export const policyViolation = (table: string): Refusal => ({
  code: "42501",
  message: `new row violates row-level security policy for table "${table}"`,
});
export const refusedWith = (message: string): Refusal => ({ code: "P0001", message });
