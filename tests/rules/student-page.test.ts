import { beforeEach, describe, expect, test } from "vitest";
import { type Access, checkAccess, everyone } from "./access.ts";
import { booking, dayFromToday } from "./calendar.ts";
import { makeMentor } from "./mentor-world.ts";
import { idOf, people, type Who } from "./people.ts";
import { permissionDenied, refusedWith, setUpWorld } from "./rules-world.ts";

const { planned, other, admin } = people;
const NOBODY = "00000000-0000-4000-8000-000000000000";
const NOTE = "0c000000-0000-4000-8000-000000000001";

const INSERT_NOTE = `insert into student_notes (id, student_id, note, is_for_mentors, author, author_email)
  values ('${NOTE}', '${planned.id}', 'Call the father', false, '${admin.id}', 'admin@example.org')`;

const notes: Access[] = [
  {
    does: "see notes",
    sql: "select * from student_notes",
    is: { admin: 1, secretKey: 1 },
    otherwise: 0,
  },
  ...([
    "insert into student_notes default values",
    "update student_notes set note = 'x'",
    "delete from student_notes",
  ].map((sql) => ({
    does: `${sql.split(" ")[0]} notes`,
    sql,
    is: {},
    otherwise: permissionDenied("student_notes"),
  })) satisfies Access[]),
];
checkAccess({ student_notes: notes }, [INSERT_NOTE]);

describe("the page of a student", () => {
  const world = setUpWorld();
  const call = <T>(who: Who, sql: string, values: unknown[] = []) =>
    world.as<{ value: T }>(who, `select ${sql} as value`, values).then(({ rows }) => rows[0]?.value as T);
  const actions = () =>
    world.asOwner(
      "select action, actor_email, subject_id, details from audit_log where action like 'student %' order by id",
    );

  const CALLS: readonly (readonly [name: string, args: string])[] = [
    ["list_mentors_for", `'${planned.id}'`],
    ["open_student", `'${planned.id}'`],
    ["student_timeline", `'${planned.id}'`],
    ["export_student", `'${planned.id}'`],
    ["add_student_note", `'${planned.id}', 'x'`],
    ["remove_student_note", `'${NOTE}'`],
    ["search_student_notes", "'father'"],
    ["correct_student", `'${planned.id}', 'A', 'B', '98450 12345'`],
    ["end_student_sessions", `'${planned.id}'`],
  ];
  test.each(CALLS)("only admins and the secret key may call %s", async (name, args) => {
    await world.asOwner(INSERT_NOTE);
    await makeMentor(world, "other");
    for (const who of everyone) {
      const refused = await world.refusal(who, `select ${name}(${args})`);
      if (who === "admin" || who === "secretKey") {
        // The note is removed once.
        expect(refused?.message).toBe(
          name === "remove_student_note" && who === "secretKey" ? "This note no longer exists." : undefined,
        );
      } else
        expect(refused?.message).toBe(
          idOf(who) === null
            ? `permission denied for function ${name}`
            : "You are not authorized to access this page",
        );
    }
  });

  test("it has the profile, plans, orders, calls and notes of that student alone", async () => {
    await world.as(
      "planned",
      "insert into slots (user_id, start_time, end_time, topic) values ($1, $2, $3, 'Fees')",
      [planned.id, ...booking(dayFromToday(1), "10:30-11:00")],
    );
    await world.as("other", "insert into slots (user_id, start_time, end_time) values ($1, $2, $3)", [
      other.id,
      ...booking(dayFromToday(1), "11:30-11:45"),
    ]);
    await world.asOwner(INSERT_NOTE);
    const page = await call<Record<string, unknown>>("admin", "open_student($1)", [planned.id]);
    expect(page).toMatchObject({
      account: {
        id: planned.id,
        email: "planned@example.org",
        is_confirmed: true,
        sessions: 0,
        is_admin: false,
      },
      profile: { first_name: "Planned" },
      plans: [{ level: "ug", exam: "cet", name: "Advanced", is_current: true, order_number: null }],
      orders: [],
      calls: [{ topic: "Fees", outcome: null }],
      notes: [{ note: "Call the father", author_email: "admin@example.org" }],
      mails: [],
    });
    expect(JSON.stringify(page)).not.toMatch(/password|hash/);
  });

  test("a student without a profile has a page, an unknown account has none", async () => {
    expect(await call("admin", "open_student($1)", [people.newcomer.id])).toMatchObject({
      account: { email: "newcomer@example.org" },
      profile: null,
    });
    expect(await world.refusal("admin", "select open_student($1)", [NOBODY])).toEqual(
      refusedWith("There is no such student."),
    );
  });

  test("a note loses its passwords, has its author, and needs a text", async () => {
    await call("admin", "add_student_note($1, $2)", [planned.id, "KEA login, password: Abcd@1234 "]);
    const [note] = await world.asOwner<{ note: string }>(
      "select note, author, author_email from student_notes",
    );
    expect(note).toEqual({
      note: "KEA login, password: •••",
      author: admin.id,
      author_email: "admin@example.org",
    });
    const refused = (text: unknown) =>
      world.refusal("admin", "select add_student_note($1, $2)", [planned.id, text]);
    expect(await refused(" \u202e\n")).toEqual(refusedWith("Please write a note."));
    expect(await refused(null)).toEqual(refusedWith("Please write a note."));
    expect(await refused("x".repeat(2_001))).toEqual(refusedWith("Please use at most 2000 characters."));
    expect(await world.refusal("admin", "select add_student_note($1, 'x')", [NOBODY])).toEqual(
      refusedWith("This student no longer exists."),
    );
  });

  test("a student has at most 500 notes", async () => {
    await world.asOwner(
      `insert into student_notes (student_id, note, is_for_mentors, author_email)
       select '${planned.id}', 'x', false, 'a' from generate_series(1, 500)`,
    );
    expect(await world.refusal("admin", "select add_student_note($1, 'x')", [planned.id])).toEqual(
      refusedWith("A student has at most 500 notes. Please remove old ones first."),
    );
  });

  test("mentors see the notes for them of the students they talk to", async () => {
    const mentor = await makeMentor(world, "other");
    await call("admin", "add_student_note($1, 'for admins')", [planned.id]);
    await call("admin", "add_student_note($1, 'for mentors', true)", [planned.id]);
    await call("admin", "add_student_note($1, 'of another student', true)", [people.student.id]);
    const seen = async () => (await world.as("other", "select note from student_notes")).rows;
    expect(await seen()).toEqual([]);
    await world.withoutTriggers(
      "insert into slots (user_id, mentor_id, start_time, end_time) values ($1, $2, $3, $4)",
      [planned.id, mentor, ...booking(dayFromToday(1), "10:30-11:00")],
    );
    expect(await seen()).toEqual([{ note: "for mentors" }]);
  });

  test("a removed note stays on record without its text", async () => {
    await world.asOwner(INSERT_NOTE);
    await call("admin", "remove_student_note($1)", [NOTE]);
    expect(await actions()).toEqual([
      expect.objectContaining({ action: "student note removed", subject_id: planned.id }),
    ]);
    expect(JSON.stringify(await actions())).not.toContain("father");
  });

  test("notes are found by their words", async () => {
    await world.asOwner(INSERT_NOTE);
    const found = async (search: string) =>
      (await world.as("admin", "select note from search_student_notes($1)", [search])).rows.length;
    expect([await found("FATHER call"), await found("mother"), await found("%"), await found("")]).toEqual([
      1, 0, 0, 0,
    ]);
  });

  test("a correction keeps the rules of profiles and is on record, once", async () => {
    const correct = "select correct_student($1, $2, $3, $4)";
    await world.as("admin", correct, [planned.id, " Asha ", "Rao", "98450 12345"]);
    await world.as("admin", correct, [planned.id, "Asha", "Rao", "98450 12345"]);
    expect(await world.refusal("admin", correct, [planned.id, " ", "Rao", "1"])).toEqual(
      refusedWith("All fields are required."),
    );
    expect(await actions()).toEqual([
      expect.objectContaining({
        action: "student corrected",
        details: expect.objectContaining({ first_name: { from: "Planned", to: "Asha" } }),
      }),
    ]);
    expect(await world.refusal("admin", correct, [people.newcomer.id, "A", "B", "1"])).toEqual(
      refusedWith("This student has no profile yet."),
    );
  });

  test("a correction of the phone leaves a name alone that somebody else has corrected since", async () => {
    await world.as("admin", "select correct_student($1, last_name => 'Rao')", [planned.id]);
    await world.as("admin", "select correct_student($1, phone => '98450 12345')", [planned.id]);
    const [profile] = await world.asOwner("select last_name, phone from profiles where id = $1", [
      planned.id,
    ]);
    expect(profile).toEqual({ last_name: "Rao", phone: "98450 12345" });
  });

  test("all sessions of a student end, but not those of an admin", async () => {
    await world.asOwner("insert into auth.sessions (user_id, method) values ($1, 'password'), ($1, 'otp')", [
      planned.id,
    ]);
    expect(await call("admin", "end_student_sessions($1)", [planned.id])).toBe(2);
    expect(await call("admin", "end_student_sessions($1)", [planned.id])).toBe(0);
    expect(
      await world.asOwner("select kind, details from security_events where user_id = $1", [planned.id]),
    ).toEqual([{ kind: "session ended", details: { by: "admin", sessions: 2 } }]);
    expect(await world.refusal("admin", "select end_student_sessions($1)", [admin.id])).toEqual(
      refusedWith("The sessions of an admin can only be ended by themselves or the operator."),
    );
  });

  test("an export has everything and is on record", async () => {
    await world.asOwner(INSERT_NOTE);
    const file = await call<Record<string, unknown>>("admin", "export_student($1)", [planned.id]);
    expect(Object.keys(file)).toEqual(expect.arrayContaining(["profile", "timeline", "documents", "notes"]));
    expect(await actions()).toEqual([expect.objectContaining({ action: "student exported" })]);
  });

  describe("the timeline", () => {
    beforeEach(async () => {
      for (let day = 1; day <= 6; day++)
        await world.withoutTriggers("insert into slots (user_id, start_time, end_time) values ($1, $2, $3)", [
          planned.id,
          ...booking(dayFromToday(-day), "10:30-11:00"),
        ]);
      await world.asOwner(INSERT_NOTE);
      await world.as("admin", "select correct_student($1, 'Asha', 'Rao', '1')", [planned.id]);
    });
    const events = async (before: unknown, count: number) =>
      (
        await world.as<{ at: Date; source: string; kind: string; actor: string }>(
          "admin",
          "select * from student_timeline($1, $2, $3)",
          [planned.id, before, count],
        )
      ).rows;

    test("has what happened from all sources with who did it, the newest first", async () => {
      const all = await events(null, 100);
      expect(
        all
          .slice(0, 2)
          .map(({ source, kind, actor }) => [source, kind, actor])
          .toSorted(),
      ).toEqual([
        ["action", "student corrected", "admin@example.org"],
        ["note", "for admins", "admin@example.org"],
      ]);
      expect(all.slice(2).map(({ source, kind }) => [source, kind])).toEqual(
        Array.from({ length: 6 }, () => ["call", "not marked"]),
      );
    });

    test("comes in pages, of which each goes on where the last one ended", async () => {
      const all = await events(null, 100);
      const first = await events(null, 5);
      const second = await events(first.at(-1)?.at, 5);
      expect([...first, ...second]).toEqual(all);
    });
  });
});
