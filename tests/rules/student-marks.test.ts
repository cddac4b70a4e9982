import { describe, expect, test } from "vitest";
import { type Access, checkAccess, everyone } from "./access.ts";
import { idOf, people, type Who } from "./people.ts";
import { permissionDenied, refusedWith, setUpWorld } from "./rules-world.ts";

const MARK = "0c000000-0000-4000-8000-000000000001";
const FILTER = "0c000000-0000-4000-8000-000000000002";
const { planned, other } = people;

const INSERTS = [
  `insert into student_marks (id, name, made_by_email) values ('${MARK}', 'call back', 'a@example.org')`,
  `insert into marked_students (mark_id, student_id, put_by_email) values ('${MARK}', '${planned.id}', 'a@example.org')`,
  `insert into student_filters (id, name, filter, columns, sort, made_by_email)
   values ('${FILTER}', 'UG NEET', '{}', '{}', '', 'a@example.org')`,
];

const access = (table: string): Access[] => [
  { does: "see rows", sql: `select * from ${table}`, is: { admin: 1, secretKey: 1 }, otherwise: 0 },
  ...[`insert into ${table} default values`, `delete from ${table}`].map((sql) => ({
    does: `${sql.split(" ")[0]} rows`,
    sql,
    is: {},
    otherwise: permissionDenied(table),
  })),
];
checkAccess(
  Object.fromEntries(
    ["student_marks", "marked_students", "student_filters"].map((table) => [table, access(table)]),
  ),
  INSERTS,
);

describe("marks and saved filters", () => {
  const world = setUpWorld();
  const call = <T>(who: Who, sql: string, values: unknown[] = []) =>
    world.as<{ value: T }>(who, `select ${sql} as value`, values).then(({ rows }) => rows[0]?.value as T);
  const marked = () => world.asOwner("select student_id, put_by_email from marked_students order by 1");

  test.each(["private.student_facts", "private.document_views"])(
    "nobody can read %s through the API",
    async (table) => {
      for (const who of everyone)
        expect(await world.refusal(who, `select * from ${table}`)).toEqual(permissionDenied(table));
    },
  );

  test.each([
    ["make_student_mark", "'scholarship'"],
    ["remove_student_mark", `'${MARK}'`],
    ["mark_students", `'${MARK}', array['${other.id}']::uuid[], true`],
    ["save_student_filter", `'Late', '{"status": "Inactive"}', '{}', ''`],
    ["remove_student_filter", `'${FILTER}'`],
    ["mark_documents_viewed", `'${planned.id}'`],
  ])("only admins and the secret key may call %s", async (name, args) => {
    for (const who of everyone) {
      for (const insert of INSERTS) await world.asOwner(insert);
      const refused = await world.refusal(who, `select ${name}(${args})`);
      const isAllowed = who === "admin" || who === "secretKey";
      expect(refused?.message).toBe(
        isAllowed
          ? undefined
          : idOf(who) === null
            ? `permission denied for function ${name}`
            : "You are not authorized to access this page",
      );
      await world.asOwner("delete from student_marks");
      await world.asOwner("delete from student_filters");
    }
  });

  test("a mark is made once, whatever its spelling, put on and taken off", async () => {
    const mark = await call<string>("admin", "make_student_mark($1)", ["  Call \u202e\n back "]);
    expect(await call("admin", "make_student_mark('call BACK')")).toBe(mark);
    const put = (students: string[], isOn: boolean) =>
      call("admin", "mark_students($1, $2, $3)", [mark, students, isOn]);
    await put([planned.id, other.id, MARK], true);
    await put([planned.id], true);
    expect(await marked()).toEqual([
      { student_id: planned.id, put_by_email: "admin@example.org" },
      { student_id: other.id, put_by_email: "admin@example.org" },
    ]);
    await put([planned.id], false);
    expect(await marked()).toHaveLength(1);
    await call("admin", "remove_student_mark($1)", [mark]);
    expect(await marked()).toEqual([]);
    expect(
      await world.asOwner(
        "select action, subject, details from audit_log where action like 'student %' order by id",
      ),
    ).toEqual([
      { action: "student mark made", subject: "Call back", details: {} },
      { action: "student mark removed", subject: "Call back", details: { students: 1 } },
    ]);
  });

  test.each([
    ["make_student_mark($1::text)", [" "], "Please name the mark."],
    ["make_student_mark($1::text)", [null], "Please name the mark."],
    ["mark_students($1, '{}', true)", [MARK], "This mark no longer exists."],
    ["remove_student_mark($1)", [MARK], "This mark no longer exists."],
    [
      "mark_students($1::uuid, array_fill($1::uuid, array[1001]), true)",
      [MARK],
      "Please mark at most 1000 students at once.",
    ],
    ["save_student_filter($1, '{}', '{}', '')", ["\u2028"], "Please name the filter."],
    ["save_student_filter('a', $1, '{}', '')", [{ level: "x" }], "Unknown filter."],
    ["save_student_filter('a', '{}', array[$1], '')", ["x".repeat(2_000)], "Unknown column."],
    ["save_student_filter('a', '{}', '{}', $1)", ["x".repeat(101)], "Unknown column."],
    ["remove_student_filter($1)", [MARK], "This filter no longer exists."],
  ])("%s with %j is refused: %s", async (sql, values, message) => {
    expect(await world.refusal("admin", `select ${sql}`, values)).toEqual(refusedWith(message));
  });

  test("a filter that is saved under the same name replaces the first", async () => {
    const save = (name: string, filter: object) =>
      call<string>("admin", "save_student_filter($1, $2, array['name'], 'name.asc')", [name, filter]);
    const saved = await save("UG NEET", { level: "ug", exam: "neet" });
    expect(await save(" ug  neet", { level: "ug" })).toBe(saved);
    expect(
      await world.asOwner("select name, filter, columns, sort, made_by_email from student_filters"),
    ).toEqual([
      {
        name: "ug neet",
        filter: { level: "ug" },
        columns: ["name"],
        sort: "name.asc",
        made_by_email: "admin@example.org",
      },
    ]);
  });
});
