import { createHash } from "node:crypto";
import pg from "pg";
import { DatabaseSetupError } from "../setup-error.ts";
import { isNotExtensionMember } from "./owner-rights.ts";
import { SCHEMAS } from "./role-names.ts";
import { readSqlFiles, runSqlFile, type SqlFile } from "./sql-file.ts";

/** Increase this number when the code applies rules differently: every database then applies them again. */
const VERSION = "1";

export type Rules = { files: SqlFile[]; hash: string };

/** Reads the rule files in the order in which they can be created. */
export async function readRules(folder: string): Promise<Rules> {
  const files = await readSqlFiles(folder);
  const hash = createHash("sha256").update(VERSION);
  for (const { name, text } of files) hash.update(`\0${name}\0${text}`);
  return { files: sortByNeeds(files), hash: hash.digest("hex") };
}

export async function rulesAreCurrent(client: pg.Client, rules: Rules): Promise<boolean> {
  const { rowCount } = await client.query("select from private.rules where hash = $1", [rules.hash]);
  return rowCount === 1;
}

/** Must run in the transaction that dropped the old rules, so that there is no moment without rules. */
export async function createRules(client: pg.Client, rules: Rules): Promise<void> {
  await client.query("set local check_function_bodies = off"); // a function may call one of a later file
  for (const file of rules.files) await runSqlFile(client, file);
  await client.query("set local check_function_bodies = on");
  await checkFunctionBodies(client, rules.files);
  await client.query("delete from private.rules");
  await client.query("insert into private.rules (hash) values ($1)", [rules.hash]);
}

/** Checks all bodies when all functions exist: an invalid one stops the start instead of failing the first call. */
async function checkFunctionBodies(client: pg.Client, files: SqlFile[]): Promise<void> {
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
      throw new DatabaseSetupError(`${locateFunction(name, files)}: function ${name}: ${cause.message}`, {
        cause,
      });
    }
  }
}

function locateFunction(routine: string, files: SqlFile[]): string {
  for (const { place, text } of files) {
    const before = text.split(new RegExp(`(?:function|procedure)\\s+${routine}\\s*\\(`, "i"));
    if (before.length > 1) return `${place}, line ${before[0]?.split("\n").length}`;
  }
  return "database/rules";
}

/** Sorts files by name, but after the files that their first line names: `-- needs: a, b`. */
function sortByNeeds(files: SqlFile[]): SqlFile[] {
  const byTopic = new Map(files.map((file) => [file.name.replace(/\.sql$/, ""), file]));
  const ordered = new Set<SqlFile>();
  const visit = (topic: string, dependents: string[]) => {
    const file = byTopic.get(topic);
    if (!file)
      throw new DatabaseSetupError(
        `database/rules/${dependents.at(-1)}.sql needs ${topic}, which does not exist`,
      );
    if (dependents.includes(topic))
      throw new DatabaseSetupError(`database/rules: ${[...dependents, topic].join(" needs ")}`);
    if (ordered.has(file)) return;
    for (const need of needsOf(file)) visit(need, [...dependents, topic]);
    ordered.add(file);
  };
  for (const topic of byTopic.keys()) visit(topic, []);
  return [...ordered];
}

function needsOf(file: SqlFile): string[] {
  const needs = /^-- needs:(.*)/.exec(file.text)?.[1] ?? "";
  return needs.split(/[\s,]+/).filter(Boolean);
}
