import { describe, expect, test } from "vitest";
import { addCutoffs } from "../world/cutoffs.ts";
import { checkAccess, everyone } from "./access.ts";
import { permissionDenied, setUpWorld } from "./rules-world.ts";

const ADDED = `select private.add_closing_ranks(
  private.add_edition('UGCET', 2025, '1', 'general', '{"title": "a list"}', 'a test'),
  '[{"college": "E001", "name": "A college", "code": "CS", "course": "Computer Science"}]',
  '{1}', '{GM}', '{120.5}', '{2}', '{0}', '{kea-pdf}'
)`;

const seen = (table: string, rows: number) => [
  { does: `see ${table}`, sql: `select * from ${table}`, is: {}, otherwise: rows },
  {
    does: `add to ${table}`,
    sql: `insert into ${table} default values`,
    is: {},
    otherwise: permissionDenied(table),
  },
  { does: `empty ${table}`, sql: `delete from ${table}`, is: {}, otherwise: permissionDenied(table) },
];

// A list that an admin looks at before it is published.
checkAccess(
  {
    merit_lists: seen("merit_lists", 20),
    colleges: seen("colleges", 1),
    courses: seen("courses", 1),
    cutoff_categories: seen("cutoff_categories", 1),
    cutoff_sources: seen("cutoff_sources", 9),
    cutoff_rounds: seen("cutoff_rounds", 1),
    cutoff_lists: seen("cutoff_lists", 1),
    seat_counts: seen("seat_counts", 0),
    kind_fees: seen("kind_fees", 0),
    seat_fees: seen("seat_fees", 0),
    cutoff_version: seen("cutoff_version", 1),
    college_courses: [
      {
        does: "see the seats of a preview",
        sql: "select * from college_courses",
        is: { admin: 1, secretKey: 1 },
        otherwise: 0,
      },
      {
        does: "publish a seat",
        sql: "update college_courses set is_published = true",
        is: {},
        otherwise: permissionDenied("college_courses"),
      },
    ],
    cutoff_editions: [
      {
        does: "see a preview",
        sql: "select id, state, ranks from cutoff_editions",
        is: { admin: 1, secretKey: 1 },
        otherwise: 0,
      },
      {
        does: "see who added an edition",
        sql: "select added_by from cutoff_editions",
        is: { secretKey: 1 },
        otherwise: permissionDenied("cutoff_editions"),
      },
      {
        does: "publish an edition past the functions",
        sql: "update cutoff_editions set state = 'current'",
        is: {},
        otherwise: permissionDenied("cutoff_editions"),
      },
    ],
    closing_ranks: [
      {
        does: "read all ranks at once",
        sql: "select * from closing_ranks",
        is: { secretKey: 1 },
        otherwise: permissionDenied("closing_ranks"),
      },
      {
        does: "change a rank",
        sql: "update closing_ranks set rank = 1",
        is: {},
        otherwise: permissionDenied("closing_ranks"),
      },
    ],
    current_editions: [
      { does: "see a preview among them", sql: "select * from current_editions", is: {}, otherwise: 0 },
    ],
  },
  [ADDED],
);

describe("a published list", () => {
  const world = setUpWorld();

  test("is seen by everybody who is signed in, with its seats", async () => {
    await addCutoffs(world.asOwner, [{ college: "E001", course: "CS", category: "GM", rank: 120.5 }]);
    for (const who of everyone.filter((each) => each !== "visitor")) {
      const { rowCount } = await world.as(who, "select * from current_editions where ranks = 1");
      const seats = await world.as(who, "select * from college_courses");
      expect([who, rowCount, seats.rowCount]).toEqual([who, 1, 1]);
    }
  });

  test("is replaced by a newer edition, and stays readable", async () => {
    const rank = { college: "E001", course: "CS", category: "GM" };
    await addCutoffs(world.asOwner, [{ ...rank, rank: 120.5 }]);
    await addCutoffs(world.asOwner, [{ ...rank, rank: "130.125" }]);
    expect(
      (
        await world.as(
          "student",
          "select state, (replaced_at is null) as is_latest from cutoff_editions order by id",
        )
      ).rows,
    ).toEqual([
      { state: "replaced", is_latest: false },
      { state: "current", is_latest: true },
    ]);
    expect(await world.asOwner("select rank from closing_ranks order by edition_id")).toEqual([
      { rank: "120.5" },
      { rank: "130.125" },
    ]);
    expect(await world.asOwner("select version::integer from cutoff_version")).toEqual([{ version: 2 }]);
  });

  test("has one current edition, whatever is written", async () => {
    const rank = { college: "E001", course: "CS", category: "GM" };
    await addCutoffs(world.asOwner, [{ ...rank, rank: 1 }]);
    await addCutoffs(world.asOwner, [{ ...rank, rank: 2 }]);
    await expect(world.asOwner("update cutoff_editions set state = 'current'")).rejects.toThrow(
      "one_current_edition_a_list",
    );
  });

  test("keeps the same course code of two merit lists, and the same college code of two authorities, apart", async () => {
    const rank = { college: "E001", course: "CS", category: "GM", rank: 1 };
    await addCutoffs(world.asOwner, [rank, { ...rank, meritList: "COMEDK", region: "all" }]);
    expect(await world.asOwner("select slug from colleges order by slug")).toEqual([
      { slug: "comedk-e001" },
      { slug: "e001" },
    ]);
    expect(await world.asOwner("select count(*)::integer as courses from courses")).toEqual([{ courses: 2 }]);
  });

  test("without codes finds its courses by name, and of two with one name the one that the college has", async () => {
    const planning = { category: "GM", rank: 1, courseName: "Planning" };
    await addCutoffs(world.asOwner, [
      { ...planning, college: "E001", course: "UR" },
      { ...planning, college: "E002", course: "UP" },
    ]);
    await addCutoffs(world.asOwner, [
      { ...planning, year: 2026, college: "E001", course: null, courseName: "PLANNING " },
      { ...planning, year: 2026, college: "E003", course: null },
    ]);
    expect(
      await world.asOwner(
        `select colleges.code as college, courses.code as course
         from college_courses join colleges on colleges.id = college_id join courses on courses.id = course_id order by 1`,
      ),
    ).toEqual([
      { college: "E001", course: "UR" },
      { college: "E002", course: "UP" },
      { college: "E003", course: "UP" },
    ]);
  });

  test.each([
    ["UGCET", "all"],
    ["COMEDK", "general"],
    ["NATA", "all"],
  ])("of %s cannot be for the region %s", async (meritList, region) => {
    await expect(
      addCutoffs(world.asOwner, [
        { meritList, region: region as "all", college: "E001", course: "CS", category: "GM", rank: 1 },
      ]),
    ).rejects.toThrow(`There is no list ${meritList} for the region ${region}.`);
  });
});

describe("what only functions read", () => {
  const world = setUpWorld();

  test.each(["cutoff_files", "course_names", "cutoff_calibration", "likelihood_ranges"])(
    "nobody reads or writes private.%s past them",
    async (table) => {
      for (const who of everyone)
        for (const sql of [`select * from private.${table}`, `delete from private.${table}`])
          expect([who, (await world.refusal(who, sql))?.code]).toEqual([who, "42501"]);
      expect(
        await world.asOwner(
          "select privilege from unnest(array['select', 'insert', 'update', 'delete']) as privilege where has_table_privilege('maarga_server', $1, privilege)",
          [`private.${table}`],
        ),
      ).toEqual([]);
    },
  );

  test("the server's login may read all of it for visitors, write nothing, and call only the search functions", async () => {
    const tables = [
      "'merit_lists', 'colleges', 'courses', 'college_courses', 'cutoff_categories', 'cutoff_sources', 'cutoff_rounds'",
      "'cutoff_lists', 'cutoff_editions', 'closing_ranks', 'seat_counts', 'kind_fees', 'seat_fees', 'cutoff_version'",
    ].join();
    expect(
      await world.asOwner(
        `select distinct privilege from unnest(array[${tables}]) as name,
           unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as privilege
         where has_table_privilege('maarga_server', 'public.' || name, privilege)`,
      ),
    ).toEqual([{ privilege: "select" }]);
    expect(
      await world.asOwner(
        `select proname as name from pg_proc
         where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
           and proname ~ 'cutoff|closing_rank|edition|seat|outlook|option|_list$|list_ranks|categories_of|compared'
           and has_function_privilege('maarga_server', oid, 'execute') order by 1`,
      ),
    ).toEqual([
      { name: "categories_of" },
      { name: "list_outlook" },
      { name: "search_seats" },
      { name: "seat_outlooks" },
    ]);
  });
});
