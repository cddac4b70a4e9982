import { beforeEach, expect, test } from "vitest";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

beforeEach(async () => {
  for (const statement of [
    `insert into cutoff_categories (code, base, pool, is_371j) values
      ('GM', 'GM', 'general', false), ('2AG', '2A', 'general', false), ('2AR', '2A', 'rural', false), ('2AH', '2A', 'general', true)`,
    `insert into colleges (code_space, code, name, place, kind) values
      ('KEA', 'E901', 'Hilltop College', 'Hassan', 'government'),
      ('KEA', 'E902', 'Riverside College', 'Mysuru', 'private unaided (linguistic minority)'),
      ('COMEDK', 'E901', 'Another Hilltop', 'Bengaluru', null)`,
    `insert into courses (merit_list_id, code, name)
      select id, course.code, course.name from merit_lists, (values ('CS', 'Computer Science'), (null, 'New Course')) as course (code, name)
      where merit_lists.code = 'UGCET'`,
    `insert into courses (merit_list_id, code, name) select id, 'CS', 'CS of COMEDK' from merit_lists where code = 'COMEDK'`,
    `insert into college_courses (merit_list_id, college_id, course_id, is_published)
      select courses.merit_list_id, colleges.id, courses.id, true
      from merit_lists join colleges using (code_space) join courses on courses.merit_list_id = merit_lists.id
      where merit_lists.code in ('UGCET', 'COMEDK') and (colleges.code = 'E901' or courses.code = 'CS')`,
    `insert into kind_fees values
      (2025, 'Engineering / Architecture', 'Government colleges', 44200, 20610, 0, 0, 23590, 'KEA'),
      (2025, 'Engineering / Architecture', 'Type 1: unaided incl. minority', 112410, 30610, 0, 0, 88820, 'KEA'),
      (2025, 'Engineering / Architecture', 'Type 2: unaided incl. minority', 121610, 30610, 0, 0, 98020, 'KEA')`,
    `insert into cutoff_rounds (merit_list_id, year, round)
      select id, year, '1' from merit_lists, unnest(array[2024, 2025]) as year where code = 'UGCET'`,
    `insert into cutoff_rounds (merit_list_id, year, round) select id, 2026, 'mock' from merit_lists where code = 'UGCET'`,
    "insert into cutoff_lists (round_id, region) select id, 'general' from cutoff_rounds",
    `insert into cutoff_editions (list_id, state, title, read_on, added_by) select id, 'current', 'A list', current_date, 'tests' from cutoff_lists`,
    `insert into closing_ranks (seat_id, edition_id, category_id, agree, differ, source_id, rank)
      select college_courses.id, edition_id, cutoff_categories.id, 1, 0, 1, figure.rank
      from (values
        (2024, '1', '2AG', 900), (2025, '1', '2AG', 1000.5), (2025, '1', 'GM', 500), (2025, '1', '2AR', 2000),
        (2025, '1', '2AH', 3000), (2026, 'mock', 'GM', 450)
      ) as figure (year, round, category, rank)
      join current_editions using (year, round)
      join cutoff_categories on cutoff_categories.code = figure.category
      join colleges on colleges.code = 'E901' and code_space = 'KEA'
      join courses on courses.code = 'CS' and courses.merit_list_id = current_editions.merit_list_id
      join college_courses on college_id = colleges.id and course_id = courses.id`,
  ])
    await world.asOwner(statement);
});

interface Details {
  readonly collegeName: string | null;
  readonly ranks: { category: string; rank: number; year: number; round: string }[];
  readonly fee: number | null;
}

async function detailsOf(seat: string, options: object = {}, exam = "UGCET"): Promise<Details> {
  const [college, ...course] = seat.split(" ");
  const names = Object.keys(options).map((name, index) => `, ${name} => $${index + 3}`);
  const { rows } = await world.as<{ found: Details[] }>(
    "student",
    `select option_details($1, $2${names.join("")}) as found`,
    [exam, JSON.stringify([{ college, course: course.join(" ") }]), ...Object.values(options)],
  );
  return rows[0]?.found[0] as Details;
}

test("the closing ranks are those of the latest round 1 in the categories that count, with the spread", async () => {
  expect(await detailsOf("E901 CS", { category: "2A" })).toMatchObject({
    collegeName: "Hilltop College",
    courseName: "Computer Science",
    place: "Hassan",
    ranks: [
      { year: 2025, round: "1", category: "2AG", rank: 1000.5 },
      { year: 2025, round: "1", category: "GM", rank: 500 },
    ],
    spread: { low: 900, high: 1000.5, years: "2024 to 2025" },
  });
  const categories = async (options: object) =>
    (await detailsOf("E901 CS", options)).ranks.map(({ category }) => category);
  expect(await categories({})).toEqual(["GM"]);
  expect(await categories({ category: "2A", is_rural: true })).toEqual(["2AR", "2AG", "GM"]);
  expect(await categories({ category: "2A", is_371j: true })).toEqual(["2AH", "2AG", "GM"]);
  expect(await detailsOf("E901 CS", { year: 2026, round: "mock" })).toMatchObject({
    ranks: [{ rank: 450 }],
    spread: null,
  });
  expect((await detailsOf("E901 CS", { year: 2023, round: "1" })).ranks).toEqual([]);
});

test.each([
  ["E901 CS", "2A", 44_200],
  ["E901 CS", "1", 23_590],
  ["E901 CS", "SC", 0],
  ["E902 CS", "GM", 121_610],
  ["E902 CS", "1", 98_020],
])("the fee of %s in category %s is ₹%i a year", async (seat, category, fee) => {
  expect(await detailsOf(seat, { category })).toMatchObject({ fee, feeYear: "2025" });
});

test("a medical seat has the fee that was printed beside its allotments", async () => {
  await world.asOwner(
    "insert into courses (merit_list_id, code, name) select id, 'MBBS-PRIV', 'M.B.B.S. (private seat)' from merit_lists where code = 'UGNEET'",
  );
  await world.asOwner(
    `insert into college_courses (merit_list_id, college_id, course_id, is_published)
     select merit_list_id, (select id from colleges where code = 'E902'), id, true from courses where code = 'MBBS-PRIV'`,
  );
  await world.asOwner(
    `insert into seat_fees select college_courses.id, year, rupees, 1, 1, 'KEA'
     from college_courses join courses on courses.id = course_id, (values (2024, 1100000), (2025, 1200117)) as fee (year, rupees)
     where code = 'MBBS-PRIV'`,
  );
  expect(await detailsOf("E902 MBBS-PRIV", {}, "UGNEET")).toMatchObject({
    fee: 1_200_117,
    feeYear: "2025",
    feeNote: "As KEA printed it beside most of the allotments, whatever the category.",
  });
});

test("the word for a seat comes with its reason, and needs a rank", async () => {
  expect(await detailsOf("E901 CS")).toMatchObject({ outlook: { word: null, reason: "no rank given" } });
  expect(await detailsOf("E901 CS", { rank: 400 })).toMatchObject({
    outlook: { reason: expect.not.stringContaining("no rank given") },
  });
  expect(await detailsOf("E999 CS", { rank: 400 })).toMatchObject({ outlook: null });
});

test("a seat says that it is in no list of an earlier year, or is not in the newest one", async () => {
  const presence = async () => (await detailsOf("E901 CS", { rank: 400 })) as { outlook?: object };
  const deleteRanks = (years: string) =>
    world.asOwner(
      `delete from closing_ranks where edition_id in (select edition_id from current_editions where year ${years})`,
    );
  expect(await presence()).toMatchObject({ outlook: { isNew: false, isGone: false } });
  await deleteRanks("= 2026");
  expect(await presence()).toMatchObject({ outlook: { isNew: false, isGone: true } });
});

test("a seat that only the newest list has is new", async () => {
  await world.asOwner(
    "delete from closing_ranks where edition_id in (select edition_id from current_editions where year < 2026)",
  );
  expect(await detailsOf("E901 CS", { rank: 400 })).toMatchObject({
    outlook: { isNew: true, isGone: false },
  });
});

test("codes that no list has, a course without a code, and COMEDK's own codes are each told apart", async () => {
  expect(await detailsOf("E999 CS")).toMatchObject({
    college: "E999",
    course: "CS",
    collegeName: null,
    fee: null,
  });
  expect(await detailsOf("E901 New Course")).toMatchObject({ courseName: "New Course" });
  expect(await detailsOf("E901 CS", {}, "COMEDK")).toMatchObject({ collegeName: "Another Hilltop" });
  await world.asOwner("update college_courses set is_published = false");
  expect(await detailsOf("E901 CS")).toMatchObject({ collegeName: null });
});

test("a search finds all words in names, places and codes, at most 20 seats", async () => {
  const search = async (words: string) =>
    (
      await world.as<{ found: object[] }>("student", "select search_option_seats('UGCET', $1) as found", [
        words,
      ])
    ).rows[0]?.found;
  expect(await search("hilltop computer")).toEqual([{ college: "E901", course: "CS" }]);
  expect(await search("mysuru")).toEqual([{ college: "E902", course: "CS" }]);
  expect(await search(" E901  new ")).toEqual([{ college: "E901", course: "New Course" }]);
  expect(await search("%")).toEqual([]);
  expect(await search("x".repeat(201))).toEqual([]);
  // Ten different words are searched for.
  expect(await search("e901 hilltop college hassan cs computer science e9 hill col unknown")).toEqual([
    { college: "E901", course: "CS" },
  ]);
  const { rows } = await world.as("student", "select option_courses_of('UGCET', '{E901,E902,E999}') as of");
  expect(rows).toEqual([{ of: { E901: ["CS", "New Course"], E902: ["CS"] } }]);
});

test("more than 500 seats at once are refused, and a visitor gets none", async () => {
  const many = JSON.stringify(Array.from({ length: 501 }, () => ({ college: "E901", course: "CS" })));
  expect(await world.refusal("student", "select option_details('UGCET', $1)", [many])).toMatchObject({
    message: "Name at most 500 options.",
  });
  for (const call of [
    "option_details('UGCET', '[]')",
    "search_option_seats('UGCET', 'x')",
    "option_courses_of('UGCET', '{}')",
  ])
    expect((await world.refusal("visitor", `select ${call}`))?.code, call).toBe("42501");
});

test("the outlook of a list is found by its codes, in its order; a code that no list has keeps its number", async () => {
  const outlook = async (
    given: string,
    seats = [
      { college: "E999", course: "XX" },
      { college: "E901", course: "CS" },
    ],
  ) =>
    (
      await world.as<{
        found: { word: string | null; reason: string | null; years: { first: number | null }[] };
      }>("student", `select option_list_outlook('UGCET', $1, ${given}) as found`, [JSON.stringify(seats)])
    ).rows[0]?.found;
  await world.asOwner(
    "delete from closing_ranks where edition_id in (select edition_id from current_editions where is_mock)",
  );
  await world.asOwner("delete from cutoff_editions where id not in (select edition_id from closing_ranks)");
  expect(await outlook("300, '2A'")).toMatchObject({
    word: "sure",
    years: [{ from: 2024, to: 2025, first: 2 }],
  });
  expect(await outlook("null")).toMatchObject({ word: null, reason: "no rank given" });
  expect(await outlook("300", [])).toMatchObject({ word: null });
  const many = JSON.stringify(Array.from({ length: 501 }, () => ({ college: "E901", course: "CS" })));
  expect(await world.refusal("student", "select option_list_outlook('UGCET', $1)", [many])).toMatchObject({
    message: "Name at most 500 options.",
  });
  expect(await world.refusal("visitor", "select option_list_outlook('UGCET', '[]')")).toMatchObject({
    code: "42501",
  });
});
