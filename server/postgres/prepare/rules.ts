import { createHash } from "node:crypto";
import pg from "pg";
import { DatabaseSetupError } from "../setup-error.ts";
import { isNotExtensionMember } from "./owner-rights.ts";
import { SCHEMAS } from "./role-names.ts";
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

export async function rulesAreCurrent(client: pg.Client, rules: Rules): Promise<boolean> {
  const { rowCount } = await client.query("select from private.rules where hash = $1", [rules.hash]);
  return rowCount === 1;
}

/** Inside the transaction that dropped the old ones, so that no moment is without rules. */
export async function createRules(client: pg.Client, rules: Rules): Promise<void> {
  await client.query("set local check_function_bodies = off"); // a function may call one of a later file
  for (const file of rules.files) await runSqlFile(client, file);
  await client.query("set local check_function_bodies = on");
  await checkBodies(client, rules.files);
  await client.query("delete from private.rules");
  await client.query("insert into private.rules (hash) values ($1)", [rules.hash]);
}

/** Now that all of them are there: a body that cannot work stops the start, not the first request that meets it. */
async function checkBodies(client: pg.Client, files: SqlFile[]): Promise<void> {
  const { rows } = await client.query<{ name: string; check: string }>(
    `select format('%s.%s', pronamespace::regnamespace, proname) as name,
            format('select %s(%s)', lanvalidator::regproc, p.oid) as check
     from pg_proc p join pg_language l on l.oid = prolang
     where pronamespace = any ($1::regnamespace[]) and lanname in ('sql', 'plpgsql') and prokind <> 'a'
       and ${isNotExtensionMember("pg_proc", "p")}`,
    [SCHEMAS],
  );
  for (const { name, check } of rows) {
    try {
      await client.query(check);
    } catch (cause) {
      if (!(cause instanceof pg.DatabaseError)) throw cause;
      throw new DatabaseSetupError(`${placeOf(name, files)}: function ${name}: ${cause.message}`, { cause });
    }
  }
}

function placeOf(routine: string, files: SqlFile[]): string {
  for (const { place, text } of files) {
    const before = text.split(new RegExp(`(?:function|procedure)\\s+${routine}\\s*\\(`, "i"));
    if (before.length > 1) return `${place}, line ${before[0]?.split("\n").length}`;
  }
  return "database/rules";
}

/** What a file names in its first line comes before it; otherwise the alphabet decides. */
function inOrder(files: SqlFile[]): SqlFile[] {
  const byTopic = new Map(files.map((file) => [file.name.replace(/\.sql$/, ""), file]));
  const ordered = new Set<SqlFile>();
  const visit = (topic: string, needing: string[]) => {
    const file = byTopic.get(topic);
    if (!file)
      throw new DatabaseSetupError(`database/rules/${needing.at(-1)}.sql needs ${topic}, which is not there`);
    if (needing.includes(topic))
      throw new DatabaseSetupError(`database/rules: ${[...needing, topic].join(" needs ")}`);
    if (ordered.has(file)) return;
    for (const need of needsOf(file)) visit(need, [...needing, topic]);
    ordered.add(file);
  };
  for (const topic of byTopic.keys()) visit(topic, []);
  return [...ordered];
}

function needsOf(file: SqlFile): string[] {
  const needs = /^-- needs:(.*)/.exec(file.text)?.[1] ?? "";
  return needs.split(/[\s,]+/).filter(Boolean);
}
