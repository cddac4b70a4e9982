import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { meaningOf, type Outlook } from "../../domain/likelihood.ts";
import type { Query } from "../../server/postgres/database.ts";
import { findCollegeCourses } from "../../server/public-pages/rows/college-courses.ts";
import { findCourseLists } from "../../server/public-pages/rows/course-ranks.ts";
import { loadDirectory } from "../../server/public-pages/rows/directory.ts";
import { findEditionRanks, findEditions } from "../../server/public-pages/rows/editions.ts";
import { projectRoot } from "../../server/root.ts";
import type { TestDatabase } from "../world/cluster.ts";
import { createDatabaseWithAllCutoffs } from "../world/cutoffs.ts";
import { plansOf } from "./plans.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabaseWithAllCutoffs();
});
afterAll(() => database.drop());

describe("with all closing ranks", () => {
  test("the calibration is what they say", async () => {
    const counted = await database.query("select * from private.calibrate_cutoffs()");
    const stored = await database.query(
      "select * from private.cutoff_calibration order by merit_list, kind, category_group, from_year",
    );
    expect(counted).toEqual(stored);
    expect(stored).toHaveLength(281);
  });

  // Counted before and apart from this code, with architecture in the rows of 2021 to 2023.
  test.each([
    ["year-1", 2021, "99 94 86 67 50"],
    ["year-1", 2022, "100 96 84 56 30"],
    ["year-1", 2023, "98 86 77 64 50"],
    ["year-1", 2024, "99 85 60 30 11"],
    ["year-last", 2022, "95 80 66 49 34"],
    ["year-last", 2024, "91 78 61 33 18"],
    ["mock-1", 2024, "100 100 98 54 4"],
    ["mock-1", 2025, "100 99 93 41 7"],
    ["1-2", 2025, "100 100 100 100 97"],
    ["2-last", 2022, "100 99 97 91 64"],
  ])("it agrees with the back-test of General Merit: %s of %i", async (kind, year, shares) => {
    const [row] = await database.query<{ shares: number[] }>(
      `select array[shares[9], shares[13], shares[15], shares[17], shares[19]] as shares from private.cutoff_calibration
       where merit_list = 'UGCET' and category_group = 'General Merit' and kind = $1 and from_year = $2`,
      [kind, year],
    );
    const expected = shares.split(" ").map(Number);
    const differences = (row?.shares ?? []).map((share, index) =>
      Math.abs(share - (expected[index] as number)),
    );
    expect(Math.max(...differences)).toBeLessThanOrEqual(1);
  });

  test("shares never grow with the distance, so a greater distance never has a better word", async () => {
    const rows = await database.query(
      `select from private.cutoff_calibration where exists (
         select from unnest(shares[2:], shares) as each (share, before) where share > before)`,
    );
    expect(rows).toEqual([]);
  });

  test("the decision record shows the ranges of the table", async () => {
    const record = await readFile(path.join(projectRoot, "docs/decisions/0089-likelihood.md"), "utf8");
    const lines = await database.query<{ line: string }>(
      `select format('| %s | %s | %s | %s | %s |', merit_list, kind, category_group, pairs, array_to_string(array(
         select lows[step] || '–' || highs[step] from unnest(array[11, 13, 15, 17, 19, 22]) as step), ' | ')) as line
       from private.likelihood_ranges order by merit_list, kind, category_group`,
    );
    const missing = lines.map(({ line }) => line).filter((line) => !record.includes(line));
    expect(missing).toEqual([]);
  });

  test("the words of the decision record have the limits that decide", async () => {
    const record = await readFile(path.join(projectRoot, "docs/decisions/0089-likelihood.md"), "utf8");
    const [limits] = await database.query<{ text: string }>(
      `select format(
         'sure (at least %s of 100 in each pair), likely (%s), open (%s), a stretch (%s or more in some pair), out of reach',
         min(share) filter (where by_low = 'sure'), min(share) filter (where by_low = 'likely'),
         min(share) filter (where by_low = 'open'), min(share) filter (where by_high = 'a stretch')
       ) as text
       from (
         select share, private.likelihood_word(share, 100::smallint) as by_low,
           private.likelihood_word(0::smallint, share) as by_high
         from (select number::smallint as share from generate_series(0, 100) as number) as shares
       ) words`,
    );
    expect(record.replaceAll("\n", " ")).toContain(limits?.text);
  });

  test("what is said of a rank at 0.8 of last year's closing rank are the figures of the back-test", async () => {
    const [seat] = await database.query<{ id: number; rank: number }>(
      `select seat_id as id, (closing.rank * 0.8)::float8 as rank
       from public.closing_ranks closing
         join public.current_editions editions on editions.edition_id = closing.edition_id
         join public.cutoff_categories categories on categories.id = closing.category_id
       where merit_list = 'UGCET' and year = 2025 and round = '1' and region = 'general' and categories.code = 'GM'
         and closing.rank % 5 = 0 limit 1`,
    );
    const [outlook] = await database.query<Outlook>(
      `select word, low, high, first_year as "firstYear", last_year as "lastYear", kind, reason
       from public.seat_outlooks('UGCET', array[$1::integer], $2, year => 2025::smallint, round => '1')`,
      [seat?.id, seat?.rank],
    );
    expect(outlook?.word).toBe("likely");
    expect(outlook && meaningOf(outlook)).toBe(
      "Seats with this distance were in reach in 85 to 96 of 100 cases from year to year (2021 to 2025).",
    );
  });

  describe("of all closing ranks, a call reads only those that it needs", () => {
    test("a search reads the ranks near the candidate's by their index, and a list those of its seats", async () => {
      const plans = await plansOf(database.url, async (run) => {
        const seats = await run<{ seat_id: number; college_code: string; course_key: string }>(
          "select * from search_seats('UGCET', 25000, '2A', is_rural => true, is_371j => true)",
        );
        expect(seats).toHaveLength(50);
        const ids = seats.map(({ seat_id }) => seat_id);
        await run("select * from seat_outlooks('UGCET', $1, 25000)", [ids]);
        await run("select list_outlook('UGCET', $1, 25000)", [ids]);
        const options = JSON.stringify(
          seats.map(({ college_code, course_key }) => ({ college: college_code, course: course_key })),
        );
        await run("select option_details('UGCET', $1, 25000)", [options]);
        await run("select option_list_outlook('UGCET', $1, 25000)", [options]);
        // The pages of a college and of a course.
        const query = ((text: string, values: unknown[]) =>
          run(text, values).then((rows) => ({ rows }))) as unknown as Query;
        const [seat] = await run<{ college_id: number }>(
          "select college_id from college_courses where id = $1",
          [ids[0]],
        );
        await findCollegeCourses(query, seat?.college_id as number);
        await findCourseLists(query, ids[0] as number);
      });
      const all = plans.map(({ text }) => text).join("\n");
      expect(all).toContain("closing_ranks_by_rank");
      expect(all).not.toContain("Seq Scan on closing_ranks");
      const read = plans.map(({ ranks }) => ranks);
      // Of 338,981: about 1,600 seats in eight categories, and for each statement those of fifty seats.
      expect(Math.max(...read)).toBeGreaterThan(1_000);
      expect(Math.max(...read)).toBeLessThan(12_000);
    });

    test("a list of five hundred options is looked up at once, not option by option", async () => {
      const plans = await plansOf(database.url, async (run, mark) => {
        const seats = await run(
          "select college_code as college, course_key as course from search_seats('UGCET', 25000, page_size => 500)",
        );
        expect(seats).toHaveLength(500);
        // After some short lists, PostgreSQL would keep their plan for all.
        for (let count = 0; count < 6; count++) {
          const few = JSON.stringify(seats.slice(count, count + 3));
          await run("select option_details('UGCET', $1, 25000, '2A', true)", [few]);
          await run("select option_list_outlook('UGCET', $1, 25000, '2A', true)", [few]);
        }
        mark("list");
        await run("select option_details('UGCET', $1, 25000, '2A', true)", [JSON.stringify(seats)]);
        await run("select option_list_outlook('UGCET', $1, 25000, '2A', true)", [JSON.stringify(seats)]);
      });
      // Option by option, each of the two has read 350,000 blocks.
      const blocks = plans.filter(({ mark }) => mark === "list").map((plan) => plan.blocks);
      expect(Math.max(...blocks)).toBeGreaterThan(1_000);
      expect(Math.max(...blocks)).toBeLessThan(100_000);
    });

    test("the file of a list, its comparison and its removal read that list, and searches by word none", async () => {
      const [largest] = await database.query<{ id: number; ranks: number; before: number }>(
        `select editions.id, editions.ranks, earlier.ranks as before
         from cutoff_editions editions join cutoff_editions earlier on earlier.id = private.edition_before(editions.id)
         order by editions.ranks desc limit 1`,
      );
      const { id = 0, ranks = 0, before = 0 } = largest ?? {};
      const [smallest] = await database.query<{ id: number }>(
        "select id from cutoff_editions order by ranks limit 1",
      );
      const plans = await plansOf(database.url, async (run, mark) => {
        const query = ((text: string, values: unknown[]) =>
          run(text, values).then((rows) => ({ rows }))) as unknown as Query;
        mark("file");
        await findEditionRanks(query, id);
        mark("comparison");
        await run("select private.compare_edition($1)", [id]);
        mark("removal");
        await run("begin");
        await run("update cutoff_editions set state = 'preview' where id = $1", [smallest?.id]);
        await run("select private.discard_edition($1)", [smallest?.id]);
        await run("rollback");
        mark("words");
        await run("select search_option_seats('UGCET', 'computer science bengaluru')");
        await run("select option_courses_of('UGCET', array(select code from colleges limit 500))");
        mark("directory");
        await loadDirectory(query);
        await findEditions(query, 1);
      });
      const of = (mark: string) => plans.filter((plan) => plan.mark === mark);
      const ranksOf = (mark: string) => Math.max(...of(mark).map((plan) => plan.ranks));
      expect(ranksOf("file")).toBe(ranks);
      expect(ranksOf("comparison")).toBe(ranks + before);
      expect([ranksOf("words"), ranksOf("directory")]).toEqual([0, 0]);
      expect(plans.map(({ text }) => text).join("\n")).not.toContain("Seq Scan on closing_ranks");
    });
  });
});
