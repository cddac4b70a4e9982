import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ChosenList, divideByMeritList, suggestChoice } from "../../server/cutoffs/chosen-list.ts";
import { readDataFile } from "../../server/cutoffs/data-files.ts";
import { FigureColumns } from "../../server/cutoffs/figures.ts";
import type { PrintedList } from "../../server/cutoffs/printed-list.ts";
import { readListFile } from "../../server/cutoffs/read-list-file.ts";
import { projectRoot } from "../../server/root.ts";
import type { TestDatabase } from "../world/cluster.ts";
import { createDatabaseWithAllCutoffs, loadAllCutoffs } from "../world/cutoffs.ts";

/** The rows of the first table of the provenance with this many columns, as cells. */
async function provenanceRows(columns: number): Promise<string[][]> {
  const text = await readFile(path.join(projectRoot, "database/cutoffs/PROVENANCE.md"), "utf8");
  return text
    .split("\n")
    .filter((line) => line.startsWith("| cutoffs-"))
    .map((line) => line.slice(2, -2).split(" | "))
    .filter((cells) => cells.length === columns);
}

const files = await provenanceRows(8);

describe("the files of closing ranks", () => {
  test("the provenance names 48 files with 338,981 ranks", () => {
    expect(files).toHaveLength(48);
    expect(files.reduce((sum, [, ranks]) => sum + Number(ranks), 0)).toBe(338_981);
  });

  test.each(files)("%s has the text and the counts of the provenance", async (...cells) => {
    const [name, ranks, colleges, seats, categories, agreeing, differing, sha256] = cells as string[];
    const file = await readDataFile(name as string);
    const rows = await file.rows();
    const count = (values: unknown[]) => String(new Set(values).size);
    expect([
      String(rows.length),
      count(rows.map((row) => row.college_code)),
      count(rows.map((row) => [row.exam, row.college_code, row.course_code, row.course_name].join())),
      count(rows.map((row) => row.category)),
      String(rows.filter(({ agree }) => agree !== "0").length),
      String(rows.filter(({ differ }) => differ !== "0").length),
      createHash("sha256")
        .update(await file.contents())
        .digest("hex"),
    ]).toEqual([ranks, colleges, seats, categories, agreeing, differing, sha256]);
  });
});

describe("a database with all lists", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabaseWithAllCutoffs();
  });
  afterAll(() => database.drop());

  test("has every rank of every file, in a current edition of its list", async () => {
    expect(
      await database.query(
        `select data_file, sum(ranks)::text as ranks, sum(stored)::text as stored
         from cutoff_editions join (select edition_id, count(*) as stored from closing_ranks group by 1) as figures
           on edition_id = id
         where state = 'current' group by data_file order by data_file collate "C"`,
      ),
    ).toEqual(
      files
        .map(([data_file, ranks]) => ({ data_file, ranks, stored: ranks }))
        .sort((one, other) => ((one.data_file as string) < (other.data_file as string) ? -1 : 1)),
    );
  });

  test.each([
    "cutoffs-ugcet-2025-1",
    "cutoffs-ugcetarch-2025-1",
    "cutoffs-ugneet-2024-1",
    "cutoffs-comedk-2025-1",
  ])("has the figures of %s with what is known of each", async (name) => {
    const stored = await database.query<{ line: string }>(
      `select concat_ws('|', merit_lists.code, year, round, colleges.code, courses.key, cutoff_categories.code,
           rank, agree, differ, cutoff_sources.code) as line
         from closing_ranks
           join cutoff_editions on cutoff_editions.id = edition_id
           join cutoff_lists on cutoff_lists.id = list_id join cutoff_rounds on cutoff_rounds.id = round_id
           join merit_lists on merit_lists.id = merit_list_id
           join college_courses on college_courses.id = seat_id join colleges on colleges.id = college_id
           join courses on courses.id = course_id join cutoff_categories on cutoff_categories.id = category_id
           join cutoff_sources on cutoff_sources.id = source_id
         where data_file = $1`,
      [name],
    );
    const printed = (await (await readDataFile(name)).rows()).map((row) => {
      // The course of architecture has a code in the lists of 2024 alone.
      const course = row.exam === "UGCET-ARCH" ? "AR" : row.course_code || row.course_name;
      const { exam, year, round, college_code, category, closing_rank, agree, differ, source } = row;
      return [exam, year, round, college_code, course, category, closing_rank, agree, differ, source].join(
        "|",
      );
    });
    expect(stored.map(({ line }) => line).sort()).toEqual(printed.sort());
  });

  test("has the seats, fees, colleges and categories of their files", async () => {
    expect(
      await database.query(
        `select (select count(*)::integer from seat_counts) as seats, (select count(*)::integer from kind_fees) as kinds,
           (select count(*)::integer from seat_fees) as fees,
           (select count(*)::integer from colleges where code_space = 'COMEDK') as comedk,
           (select count(*)::integer from colleges where district is not null) as districts,
           (select count(*)::integer from cutoff_categories where meaning is not null) as explained,
           (select count(*)::integer from colleges where name = code) as nameless`,
      ),
    ).toEqual([
      // Two lines of the seats are there twice; the file of fees has every seat of a list.
      { seats: 1571, kinds: 10, fees: 575, comedk: 156, districts: 225, explained: 78, nameless: 0 },
    ]);
  });

  // The texts of both programs of KEA: runs on a grid until 2024, and tables since 2025. The list of 2026 prints SC as S1 to S4.
  test.each([
    ["ugcet-2021-1", 12_073],
    ["ugcet-2025-1", 18_850],
    ["ugcet-2026-mock", 20_665],
  ])("reads the PDF of %s with no cell different", async (name, count) => {
    const packed = await readFile(path.join(projectRoot, `tests/world/lists/${name}.pdf.br`));
    const list = readListFile(brotliDecompressSync(packed));
    const { isProvisional: _, ...choice } = suggestChoice(list, "");
    const edition = await importFigures(choice as ChosenList, list);
    const [found] = await database.query<{ comparison: Record<string, unknown> }>(
      "select private.compare_edition($1) as comparison",
      [edition],
    );
    const ranks = list.rows.reduce((sum, row) => sum + row.ranks.length, 0);
    // The file has the mining course of 2021 under the code that it has had since.
    const mining = name === "ugcet-2021-1" ? 8 : 0;
    expect(found?.comparison).toMatchObject({
      is_same_list: true,
      ranks,
      ranks_before: ranks,
      equal: ranks - mining,
      changed: 0,
      added: mining,
      gone: mining,
      new_colleges: [],
      gone_colleges: [],
    });
    expect(ranks).toBe(count);
  });

  async function importFigures(choice: ChosenList, list: PrintedList): Promise<number> {
    const [divided] = divideByMeritList(list, choice);
    const [row] = await database.query<{ id: number }>(
      "select private.add_edition($1, $2, $3, $4, '{\"title\": \"a PDF\"}', 'a test') as id",
      [choice.meritList, choice.year, choice.round, choice.region],
    );
    await database.query("select private.add_closing_ranks($1, $2, $3, $4, $5, $6, $7, $8)", [
      row?.id,
      ...new FigureColumns(divided?.figures ?? []).toParameters(),
    ]);
    return row?.id as number;
  }

  test("changes nothing when it is loaded again", async () => {
    const state =
      "select (select version from cutoff_version) as version, max(id) as latest from cutoff_editions";
    const before = await database.query(state);
    await loadAllCutoffs(database.url);
    expect(await database.query(state)).toEqual(before);
  });

  test("gets a changed file as newer editions, and keeps the older ones", async () => {
    const ranks = "select count(*)::integer as ranks from closing_ranks";
    await database.query("update private.cutoff_files set sha256 = '' where name = 'cutoffs-comedk-2024-1'");
    await loadAllCutoffs(database.url);
    expect(await database.query(ranks)).toEqual([{ ranks: 338_981 + 1_196 + 12_073 + 18_850 + 20_665 }]);
    expect(
      await database.query(
        "select state, ranks from cutoff_editions where data_file = 'cutoffs-comedk-2024-1' order by id",
      ),
    ).toEqual([
      { state: "replaced", ranks: 1196 },
      { state: "current", ranks: 1196 },
    ]);
  });

  test("has the fee of every private, NRI and other medical seat", async () => {
    expect(
      await database.query(
        `select count(*)::integer as seats, count(fee.rupees)::integer as fees
         from college_courses seats
         join courses on courses.id = seats.course_id
         left join lateral private.option_fee(seats.id, 'GM') fee on true
         where courses.code ~ '-(PRIV|NRI|OTHERS)$'`,
      ),
    ).toEqual([{ seats: 200, fees: 200 }]);
  });

  test("never mixes colleges of COMEDK with those of KEA", async () => {
    expect(
      await database.query(
        `select merit_lists.code from college_courses join colleges on colleges.id = college_id
           join courses on courses.id = course_id join merit_lists on merit_lists.id = courses.merit_list_id
         where colleges.code_space <> merit_lists.code_space or college_courses.merit_list_id <> merit_lists.id`,
      ),
    ).toEqual([]);
  });
});
