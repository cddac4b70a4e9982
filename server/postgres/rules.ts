import { createHash } from "node:crypto";
import type pg from "pg";
import { readSqlFiles, runSqlFile, type SqlFile } from "./sql-file.ts";

/** Raise it when this code comes to apply rules differently: they are then applied anew everywhere. */
const VERSION = "1";

export type Rules = { files: SqlFile[]; hash: string };

/** The rule files in the order in which they can be created. */
export async function readRules(folder: string): Promise<Rules> {
  const files = await readSqlFiles(folder);
  const hash = createHash("sha256").update(VERSION);
  for (const { name, text } of files) hash.update(`\0${name}\0${text}`);
  return { files: inOrder(files), hash: hash.digest("hex") };
}

export async function rulesStand(client: pg.Client, rules: Rules): Promise<boolean> {
  const { rowCount } = await client.query("select from private.rules where hash = $1", [rules.hash]);
  return rowCount === 1;
}

/** Inside the transaction that dropped the old ones, so that no moment is without rules. */
export async function createRules(client: pg.Client, rules: Rules): Promise<void> {
  await client.query("set local check_function_bodies = off"); // a function may call one of a later file
  for (const file of rules.files) await runSqlFile(client, "database/rules", file);
  await client.query("delete from private.rules");
  await client.query("insert into private.rules (hash) values ($1)", [rules.hash]);
}

/** What a file names in its first line comes before it; otherwise the alphabet decides. */
function inOrder(files: SqlFile[]): SqlFile[] {
  const byTopic = new Map(files.map((file) => [file.name.replace(/\.sql$/, ""), file]));
  const ordered = new Set<SqlFile>();
  const visit = (topic: string, path: string[]) => {
    const file = byTopic.get(topic);
    if (!file)
      throw new Error(`database/rules/${path.at(-1)}.sql needs ${topic}, and there is no ${topic}.sql`);
    if (path.includes(topic)) throw new Error(`database/rules: ${[...path, topic].join(" needs ")}`);
    if (ordered.has(file)) return;
    for (const need of needsOf(file)) visit(need, [...path, topic]);
    ordered.add(file);
  };
  for (const topic of byTopic.keys()) visit(topic, []);
  return [...ordered];
}

function needsOf(file: SqlFile): string[] {
  const needs = /^-- needs:(.*)/.exec(file.text)?.[1] ?? "";
  return needs
    .split(/[\s,]+/)
    .filter(Boolean)
    .sort();
}
