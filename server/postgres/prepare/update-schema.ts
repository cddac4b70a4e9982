import path from "node:path";
import type pg from "pg";
import { replaceLegacyHashes } from "./migration-hash.ts";
import { pendingMigrations, runMigration } from "./migrations.ts";
import { isNotExtensionMember } from "./owner-rights.ts";
import { SCHEMAS } from "./role-names.ts";
import { createRules, readRules, rulesAreCurrent } from "./rules.ts";
import { dropRules } from "./rules-drop.ts";

const MAX_ATTEMPTS = 20;
const DEADLOCK = "40P01";
const LOCK_TIMEOUT = "55P03";

/**
 * Applies pending migrations and changed rules in one transaction: if a start fails, servers that still run find the
 * database unchanged. Rules are dropped before the migrations, because a view would block changes of its tables.
 */
export async function updateSchema(client: pg.Client, folder: string): Promise<void> {
  const migrations = path.join(folder, "migrations");
  const pending = await pendingMigrations(client, migrations);
  const rules = await readRules(path.join(folder, "rules"));
  if (pending.length === 0 && (await rulesAreCurrent(client, rules))) return;
  await inLockedTransaction(client, async () => {
    await replaceLegacyHashes(client, migrations);
    await dropRules(client);
    for (const file of pending) await runMigration(client, file);
    await createRules(client, rules);
  });
}

/**
 * Locks all tables before the work begins. The lock timeout is shorter than PostgreSQL's deadlock timeout, so in a
 * conflict this transaction is rolled back and retried, never the request of a student.
 */
async function inLockedTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query("begin");
    try {
      await client.query(`set local lock_timeout = ${Math.min(attempt * 100, 900)}`);
      await lockTables(client);
      await client.query("set local lock_timeout = 0");
      await work();
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      const { code } = error as { code?: string };
      if (attempt === MAX_ATTEMPTS || (code !== LOCK_TIMEOUT && code !== DEADLOCK)) throw error;
    }
  }
}

async function lockTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname = any ($1) and relkind in ('r', 'p') and ${isNotExtensionMember("pg_class", "c")} order by c.oid`,
    [SCHEMAS],
  );
  if (rows.length > 0) await client.query(`lock table ${rows.map(({ name }) => name).join(", ")}`);
}
