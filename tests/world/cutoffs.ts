import pg from "pg";
import { FigureColumns } from "../../server/cutoffs/figures.ts";
import { loadCutoffs } from "../../server/cutoffs/load-cutoffs.ts";
import { clusterUrl, createDatabase, createDatabaseFrom, ownerQuery, type TestDatabase } from "./cluster.ts";
import { transactionAt } from "./sql.ts";

/** A closing rank of a small list. What is left out is that of UGCET engineering, 2025, first round, general. */
export interface PrintedRank {
  readonly meritList?: string;
  readonly year?: number;
  readonly round?: string;
  readonly region?: "all" | "general" | "371j";
  readonly college: string;
  readonly collegeName?: string;
  /** The code of the course; null for one without. */
  readonly course: string | null;
  readonly courseName?: string;
  readonly category: string;
  readonly rank: number | string;
  readonly agree?: number;
  readonly differ?: number;
  readonly source?: string;
}

type Run = (sql: string, values?: unknown[]) => Promise<unknown>;

/**
 * Adds closing ranks as the owner of the database, one published edition for each list that they name: `world.asOwner`,
 * or the `query` of a test's database. A list that is there already gets a newer edition.
 */
export async function addCutoffs(run: Run, ranks: readonly PrintedRank[]): Promise<void> {
  const lists = new Map<string, { list: unknown[]; ranks: PrintedRank[] }>();
  for (const rank of ranks) {
    const { meritList = "UGCET", year = 2025, round = "1", region = "general" } = rank;
    const list = [meritList, year, round, region];
    const known = lists.get(list.join()) ?? { list, ranks: [] };
    known.ranks.push(rank);
    lists.set(list.join(), known);
  }
  for (const { list, ranks } of lists.values()) {
    const facts = JSON.stringify({ title: list.join(" "), read_on: "2026-11-22" });
    const [edition] = (await run("select private.add_edition($1, $2, $3, $4, $5, 'a test') as id", [
      ...list,
      facts,
    ])) as { id: number }[];
    const columns = new FigureColumns(ranks.map(toFigure));
    await run("select private.add_closing_ranks($1, $2, $3, $4, $5, $6, $7, $8)", [
      edition?.id,
      ...columns.toParameters(),
    ]);
    await run("select private.publish_edition($1, 'a test')", [edition?.id]);
  }
}

function toFigure({ college, course, category, rank, ...rest }: PrintedRank) {
  const { collegeName = `College ${college}`, courseName = `Course ${course}`, source = "kea-pdf" } = rest;
  return {
    seat: { college, name: collegeName, code: course, course: courseName },
    category,
    rank: String(rank),
    agree: rest.agree ?? 0,
    differ: rest.differ ?? 0,
    source,
  };
}

const TEMPLATE = "maarga_with_all_cutoffs";
/** Any number that no other lock of the cluster has. */
const TEMPLATE_LOCK = 338_981;

/** Creates a database with every published list. The first one of a run takes seconds, all others are its copies. */
export async function createDatabaseWithAllCutoffs(): Promise<TestDatabase> {
  await transactionAt(clusterUrl(), async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [TEMPLATE_LOCK]);
    const { rows } = await client.query("select from pg_database where datname = $1", [TEMPLATE]);
    if (rows.length > 0) return;
    const { name, url } = await createDatabase();
    await loadAllCutoffs(url);
    await ownerQuery(`alter database ${name} rename to ${TEMPLATE}`);
  });
  return createDatabaseFrom(TEMPLATE);
}

/** Loads what is new in the data files into the database of this owner. */
export async function loadAllCutoffs(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await loadCutoffs(client);
  } finally {
    await client.end();
  }
}
