import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Query } from "../../server/postgres/database.ts";
import { findCollegeCourses } from "../../server/public-pages/rows/college-courses.ts";
import { findCourseLists } from "../../server/public-pages/rows/course-ranks.ts";
import { projectRoot } from "../../server/root.ts";
import type { TestDatabase } from "../world/cluster.ts";
import { createDatabaseWithAllCutoffs } from "../world/cutoffs.ts";

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

  test("a search over all of them reads the ranks near the candidate's by their index, and a list those of its seats", async () => {
    const plans: string[] = [];
    const client = new pg.Client({ connectionString: database.url });
    client.on("notice", ({ message }) => plans.push(message ?? ""));
    await client.connect();
    try {
      await client.query("load 'auto_explain'");
      await client.query(
        `set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set client_min_messages = log;
         set auto_explain.log_analyze = on; set auto_explain.log_timing = off`,
      );
      const { rows } = await client.query(
        "select * from search_seats('UGCET', 25000, '2A', is_rural => true, is_371j => true)",
      );
      expect(rows).toHaveLength(50);
      const seats = rows.map(({ seat_id }) => seat_id);
      await client.query("select * from seat_outlooks('UGCET', $1, 25000)", [seats]);
      await client.query("select list_outlook('UGCET', $1, 25000)", [seats]);
      const options = rows.map(({ college_code, course_key }) => ({
        college: college_code,
        course: course_key,
      }));
      await client.query("select option_details('UGCET', $1, 25000)", [JSON.stringify(options)]);
      await client.query("select option_list_outlook('UGCET', $1, 25000)", [JSON.stringify(options)]);
      // The pages of a college and of a course.
      const query = ((text: string, values: readonly unknown[]) =>
        client.query(text, [...values])) as unknown as Query;
      const seat = await client.query("select college_id from college_courses where id = $1", [seats[0]]);
      await findCollegeCourses(query, seat.rows[0].college_id);
      await findCourseLists(query, seats[0]);
    } finally {
      await client.end();
    }
    const all = plans.join("\n");
    expect(all).toContain("closing_ranks_by_rank");
    expect(all).not.toContain("Seq Scan on closing_ranks");
    const read = plans.map((plan) =>
      [...plan.matchAll(/ on closing_ranks .*\(actual rows=([\d.]+) loops=(\d+)\)/g)].reduce(
        (sum, [, ranks, loops]) => sum + Number(ranks) * Number(loops),
        0,
      ),
    );
    // Of 338,981: about 1,600 seats in eight categories, and for each statement those of fifty seats.
    expect(Math.max(...read)).toBeGreaterThan(1_000);
    expect(Math.max(...read)).toBeLessThan(12_000);
  });
});
