import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type DataFile, type DataRow, readDataFile } from "./data-files.ts";

/** The files that come before the closing ranks, which refer to them, and the functions that take their rows. */
const FIRST = [
  ["categories", "load_categories"],
  ["colleges", "load_colleges"],
  ["colleges-comedk", "load_colleges"],
  ["courses", "load_courses"],
  ["course-names", "load_course_names"],
] as const;

/** The files about seats that the lists have. */
const LAST = [
  ["seats-ugcet-2025", "load_seat_counts"],
  ["fees-ugcet-2025", "load_kind_fees"],
  ["fees-ugneet", "load_seat_fees"],
] as const;

const LOADED_FIGURES = `
  create temporary table loaded_figures (
    exam text, year smallint, round text, college_code text, college_name text, course_code text, course_name text,
    category text, closing_rank numeric, agree smallint, differ smallint, source text
  ) on commit drop`;

/**
 * Loads the files of database/cutoffs/ that the database does not have yet, in one transaction. A file that has changed
 * is loaded again: its lists as newer editions.
 */
export async function loadCutoffs(client: pg.Client): Promise<void> {
  const known = await findKnown(client);
  const isNew = (file: DataFile) => known.get(file.name) !== file.sha256;
  const editions = await (await readDataFile("editions")).rows();
  const names = [...new Set(editions.map(({ file = "" }) => file))];
  const lists = (await Promise.all(names.map(readDataFile))).filter(isNew);
  const others = [...FIRST, ...LAST];
  const changed = (await Promise.all(others.map(([name]) => readDataFile(name)))).filter(isNew);
  if (lists.length === 0 && changed.length === 0) return;

  const load = async (files: readonly (readonly [string, string])[]) => {
    for (const [name, how] of files) {
      const file = changed.find((each) => each.name === name);
      if (file) await client.query(`select private.${how}($1)`, [JSON.stringify(await file.rows())]);
    }
  };
  await client.query("begin");
  try {
    await load(FIRST);
    await loadLists(client, lists, editions);
    await load(LAST);
    await remember(client, [...lists, ...changed]);
    await client.query("select private.count_cutoff_version()");
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
  // Also the small tables: without their statistics, a list of 500 options is joined option by option.
  await client.query(
    `analyze public.closing_ranks, public.college_courses, public.colleges, public.courses, public.merit_lists,
       public.cutoff_editions, public.cutoff_lists, public.cutoff_rounds, public.cutoff_categories, public.seat_counts,
       public.seat_fees, public.kind_fees`,
  );
}

async function findKnown(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    "select name, sha256 from private.cutoff_files",
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

async function loadLists(
  client: pg.Client,
  files: readonly DataFile[],
  editions: readonly DataRow[],
): Promise<void> {
  if (files.length === 0) return;
  await client.query(LOADED_FIGURES);
  for (const file of files) {
    const copy = client.query(copyFrom("copy pg_temp.loaded_figures from stdin (format csv, header)"));
    await pipeline(Readable.from([await file.contents()]), copy);
  }
  const names = new Set(files.map(({ name }) => name));
  const loaded = editions.filter(({ file = "" }) => names.has(file)).map(toEdition);
  await client.query("select private.load_closing_ranks($1)", [JSON.stringify(loaded)]);
}

/** The facts of an edition are the columns that have no column of their own here. */
function toEdition({ file: data_file, merit_list, year, round, region, ranks, ...facts }: DataRow) {
  const given = Object.entries(facts).filter(([, value]) => value !== "");
  return { merit_list, year, round, region, ranks, facts: { data_file, ...Object.fromEntries(given) } };
}

async function remember(client: pg.Client, files: readonly DataFile[]): Promise<void> {
  await client.query(
    `insert into private.cutoff_files (name, sha256) select * from unnest($1::text[], $2::text[])
     on conflict (name) do update set sha256 = excluded.sha256, loaded_at = now()`,
    [files.map(({ name }) => name), files.map(({ sha256 }) => sha256)],
  );
}
