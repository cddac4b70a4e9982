import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { loadCutoffs } from "../server/cutoffs/load-cutoffs.ts";
import { startEmbedded } from "../server/postgres/embedded/start-embedded.ts";
import { prepareDatabase } from "../server/postgres/prepare/prepare-database.ts";

// Counts what past closing ranks said about later ones, from the files of database/cutoffs/, and writes
// database/rules/cutoff-calibration.sql. Run it after a new file of closing ranks:
//   node --import tsx scripts/calibrate-cutoffs.ts
const FILE = "database/rules/cutoff-calibration.sql";
const HEADING = `-- needs: cutoffs
-- Written by scripts/calibrate-cutoffs.ts from the published lists. Each row is two lists of which one came after the other,
-- for one group of categories: of \`cells\` closing ranks, \`followed\` are in both, and of these, \`shares\` percent would have
-- been reached at the distances of private.cutoff_distances().
delete from private.cutoff_calibration;
insert into private.cutoff_calibration values
`;
const FOOT = `;

delete from private.likelihood_ranges;
insert into private.likelihood_ranges
select
  merit_list, kind, category_group, max(pairs), min(first), max(last), array_agg(low order by step), array_agg(high order by step)
from (
  select merit_list, kind, category_group, step, count(*)::smallint as pairs, min(from_year) as first, max(to_year) as last,
    min(share) as low, max(share) as high
  from private.cutoff_calibration cross join unnest(shares) with ordinality as each (share, step)
  group by merit_list, kind, category_group, step
) as steps
group by merit_list, kind, category_group;
`;

interface CalibrationRow {
  readonly merit_list: string;
  readonly kind: string;
  readonly category_group: string;
  readonly from_year: number;
  readonly to_year: number;
  readonly cells: number;
  readonly followed: number;
  readonly shares: readonly number[];
}

const folder = mkdtempSync(path.join(tmpdir(), "maarga-calibration-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const data = path.join(folder, "postgres");
const postgres = await startEmbedded({ folder: data, password: "for-calibration-only", durable: false });
try {
  await prepareDatabase(postgres.ownerUrl);
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  try {
    await loadCutoffs(client);
    const { rows } = await client.query<CalibrationRow>("select * from private.calibrate_cutoffs()");
    writeFileSync(FILE, `${HEADING}${rows.map(toLine).join(",\n")}${FOOT}`);
    process.stdout.write(`${rows.length} rows\n`);
  } finally {
    await client.end();
  }
} finally {
  await postgres.stop();
}

function toLine(row: CalibrationRow): string {
  const texts = [row.merit_list, row.kind, row.category_group].map((text) => `'${text}'`);
  const numbers = [row.from_year, row.to_year, row.cells, row.followed];
  return `  (${[...texts, ...numbers, `'{${row.shares.join()}}'`].join(", ")})`;
}
