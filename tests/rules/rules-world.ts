import pg from "pg";
import { createDatabase } from "../world/cluster.ts";
import { people, settlePeople, type Who } from "./people.ts";

type Row = Record<string, unknown>;

export type Scene = {
  /** A statement as the server would run it for this person. One that is refused undoes only itself. */
  as<T extends Row = Row>(who: Who, sql: string, values?: unknown[]): Promise<pg.QueryResult<T>>;
  /** What the person is told, or undefined if nothing stands in the way. */
  refusal(who: Who, sql: string, values?: unknown[]): Promise<Refusal | undefined>;
  /** What only the database's owner can do: prepare what no caller could, look where no caller may. */
  owner<T extends Row = Row>(sql: string, values?: unknown[]): Promise<T[]>;
  /** The owner again, with the triggers asleep: rows that time would have made. */
  history(sql: string, values?: unknown[]): Promise<void>;
};

export type Refusal = { code: string; message: string };

export type Stage = {
  /** A transaction that never happened. */
  scene(work: (scene: Scene) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

/** A database of one's own with the people in it. */
export async function openStage(): Promise<Stage> {
  const database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await settlePeople(client);
  return {
    async scene(work) {
      await client.query("begin");
      try {
        await work(sceneOn(client));
      } finally {
        await client.query("rollback");
      }
    },
    async close() {
      await client.end();
      await database.drop();
    },
  };
}

function sceneOn(client: pg.Client): Scene {
  const become = (role: string, claims: unknown) =>
    client.query("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [
      role,
      claims === undefined ? "" : JSON.stringify(claims),
    ]);

  const scene: Scene = {
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
        await scene.as(who, sql, values);
        return undefined;
      } catch (error) {
        if (error instanceof pg.DatabaseError) return { code: error.code ?? "", message: error.message };
        throw error;
      }
    },
    async owner(sql, values = []) {
      return (await client.query(sql, values)).rows as never;
    },
    async history(sql, values = []) {
      await client.query("set local session_replication_role = replica");
      await client.query(sql, values);
      await client.query("set local session_replication_role = origin");
    },
  };
  return scene;
}

const VIEWS = new Set(["busy_slots", "user_plans_with_profiles"]);

/** Shortcuts for what most cases expect. */
export const denied = (table: string): Refusal => ({
  code: "42501",
  message: `permission denied for ${VIEWS.has(table) ? "view" : "table"} ${table.replace(/^.*\./, "")}`,
});
export const againstPolicy = (table: string): Refusal => ({
  code: "42501",
  message: `new row violates row-level security policy for table "${table}"`,
});
export const says = (message: string): Refusal => ({ code: "P0001", message });
