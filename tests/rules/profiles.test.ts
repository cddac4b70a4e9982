import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { LANGUAGES, toLanguage } from "../../domain/languages.ts";
import { people } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";

const { newcomer, student, planned, expired } = people;

const world = setUpWorld();

const COMPLETE = `
  insert into profiles (id, email, first_name, last_name, phone) values ($1, $2, $3, $4, $5)
  on conflict (id) do update set id = excluded.id, email = excluded.email, first_name = excluded.first_name,
    last_name = excluded.last_name, phone = excluded.phone`;
const REQUIRED = refusedWith("All fields are required.");
const NO_PLAN = refusedWith("You need to purchase a plan to enable notifications.");

describe("completing a profile", () => {
  test("a newcomer can complete their profile and save it again", async () => {
    await world.as("newcomer", COMPLETE, [newcomer.id, "a@example.org", "Asha", "Rao", "98450"]);
    await world.as("newcomer", COMPLETE, [newcomer.id, "b@example.org", "ಆಶಾ", "ರಾವ್", "98451"]);
    const { rows } = await world.as("newcomer", "select * from profiles where id = $1", [newcomer.id]);
    expect(rows).toEqual([
      {
        id: newcomer.id,
        email: "newcomer@example.org",
        first_name: "ಆಶಾ",
        last_name: "ರಾವ್",
        phone: "98451",
        address_line_1: null,
        address_line_2: null,
        city: null,
        state: null,
        pin_code: null,
        notify_email: null,
        notify_sms: false,
        language: "en",
        has_plan: false,
        had_plan: false,
        created_at: expect.any(Date),
      },
    ]);
  });

  test.each([
    ["the first name", ["", "Rao", "98450"]],
    ["the last name", ["Asha", null, "98450"]],
    ["the phone number", ["Asha", "Rao", "  "]],
    ["a name that can be seen", ["\u200b\u00ad", "Rao", "98450"]],
  ])("requires %s", async (_what, fields) => {
    expect(await world.refusal("newcomer", COMPLETE, [newcomer.id, "a@example.org", ...fields])).toEqual(
      REQUIRED,
    );
    await world.as("newcomer", COMPLETE, [newcomer.id, "a@example.org", "Asha", "Rao", "98450"]);
    const later = "update profiles set first_name = $1, last_name = $2, phone = $3";
    expect(await world.refusal("newcomer", later, fields)).toEqual(REQUIRED);
  });

  test("constraints keep the profile complete where no trigger runs", async () => {
    await world.asOwner("set local session_replication_role = replica");
    await expect(world.asOwner("update profiles set first_name = ' '")).rejects.toThrow(
      "profiles_are_complete",
    );
  });
});

describe("the address of a profile", () => {
  const emailOf = async (who: { id: string }) =>
    (await world.asOwner("select email from profiles where id = $1", [who.id]))[0]?.email;

  test.each(["planned@example.org", "Student@Example.org", "", "asha", null])(
    "stays the proved one when its student writes %j",
    async (email) => {
      const { rows } = await world.as(
        "student",
        "update profiles set email = $1, city = 'Mysuru' returning email, city",
        [email],
      );
      expect(rows).toEqual([{ email: "student@example.org", city: "Mysuru" }]);
    },
  );

  test("stays the proved one when the secret key or the owner writes another", async () => {
    await world.as("secretKey", "update profiles set email = 'planned@example.org' where id = $1", [
      student.id,
    ]);
    await world.asOwner("update profiles set email = 'planned@example.org' where id = $1", [student.id]);
    expect(await emailOf(student)).toBe("student@example.org");
  });

  test("follows the account when another address is proved, and not before", async () => {
    await world.asOwner("update auth.users set new_email = 'new@example.org' where id = $1", [student.id]);
    expect(await emailOf(student)).toBe("student@example.org");
    await world.asOwner("update auth.users set email = new_email, new_email = null where id = $1", [
      student.id,
    ]);
    expect(await emailOf(student)).toBe("new@example.org");
  });

  test("can be searched by admins, unlike an address that was only typed", async () => {
    await world.as("student", "update profiles set email = 'rank1@example.org'");
    const search = async (text: string) =>
      (await world.as("admin", "select email from list_students($1)", [text])).rows;
    expect(await search("rank1@example.org")).toEqual([]);
    expect(await search("student@example.org")).toEqual([{ email: "student@example.org" }]);
  });

  test("is repaired in older profiles, also in the list of students", async () => {
    const [before] = await world.asOwner("select * from private.student_list where id = $1", [student.id]);
    await world.withoutTriggers("update profiles set email = 'planned@example.org' where id = $1", [
      student.id,
    ]);
    await world.withoutTriggers(
      "update private.student_list set (email, search_text, letters) = ('x', 'x', '{}')",
    );
    await world.withoutTriggers(await statementOf("0037_events_and_proved_email.sql", "with changed as"));
    expect(await emailOf(student)).toBe("student@example.org");
    expect(await world.asOwner("select * from private.student_list where id = $1", [student.id])).toEqual([
      before,
    ]);
  });
});

/** Returns the statement of a migration that begins with this text. */
async function statementOf(migration: string, beginning: string): Promise<string> {
  const file = new URL(`../../database/migrations/${migration}`, import.meta.url);
  const text = await readFile(file, "utf8");
  return text.slice(text.indexOf(beginning)).replace(/;[\s\S]*/, "");
}

describe("in a profile", () => {
  test.each([
    ["first_name", "ಕ".repeat(101)],
    ["last_name", "a".repeat(101)],
    ["phone", "1".repeat(31)],
    ["address_line_1", "a".repeat(201)],
    ["address_line_2", "a".repeat(201)],
    ["city", "a".repeat(101)],
    ["state", "a".repeat(101)],
    ["pin_code", "1".repeat(21)],
  ])("%s has a maximum length", async (column, tooLong) => {
    const change = `update profiles set ${column} = $1`;
    expect((await world.as("student", change, [tooLong.slice(1)])).rowCount).toBe(1);
    expect(await world.refusal("student", change, [tooLong])).toMatchObject({
      code: "23514",
      message: expect.stringContaining("profiles_stay_small"),
    });
  });

  test.each([
    "first_name",
    "last_name",
    "phone",
    "address_line_1",
    "address_line_2",
    "city",
    "state",
    "pin_code",
  ])("%s is a single line", async (column) => {
    expect(await world.refusal("student", `update profiles set ${column} = E'a\\r\\nBcc: b'`)).toMatchObject({
      message: expect.stringContaining("profiles_hold_single_lines"),
    });
  });

  const FIELDS = "first_name, last_name, phone, address_line_1, address_line_2, city, state, pin_code";
  const MIGRATION = new URL("../../database/migrations/0025_profiles_show_all.sql", import.meta.url);
  const HIDDEN = "\u202e1\u2066\u2028\ufeff";

  test("invisible characters, which text copied from a contact often has, are removed", async () => {
    const { rows } = await world.as(
      "student",
      `update profiles set (${FIELDS}) = ($1, $1, $1, $1, $1, $1, $1, $1) returning ${FIELDS}`,
      [HIDDEN],
    );
    expect(new Set(Object.values(rows[0] ?? {}))).toEqual(new Set(["1"]));
    expect(await world.refusal("student", "update profiles set first_name = E'\\u202e'")).toEqual(
      refusedWith("All fields are required."),
    );
  });

  test("a constraint refuses hidden characters where no trigger runs, and older profiles are repaired", async () => {
    const hide = `update profiles set phone = $1, city = $1, last_name = E'\\u202e'`;
    await world.asOwner("savepoint before");
    await expect(world.withoutTriggers(hide, [HIDDEN])).rejects.toThrow("profiles_have_no_hidden_characters");
    await world.asOwner("rollback to savepoint before");
    await world.asOwner("alter table profiles drop constraint profiles_have_no_hidden_characters");
    await world.withoutTriggers(hide, [HIDDEN]);
    await world.withoutTriggers(await readFile(MIGRATION, "utf8"));
    expect(await world.asOwner("select distinct last_name, phone, city, state from profiles")).toEqual([
      { last_name: "-", phone: "1", city: "1", state: null },
    ]);
  });
});

describe("the language of mails", () => {
  test("is English until a student chooses another, without a plan too", async () => {
    const languages = "update profiles set language = $1 returning language";
    for (const language of ["kn", "en"])
      expect((await world.as("student", languages, [language])).rows).toEqual([{ language }]);
  });

  test.each(["hi", "KN", "", null])("cannot be %j", async (language) => {
    await expect(world.as("student", "update profiles set language = $1", [language])).rejects.toThrow(
      language === null ? "not-null constraint" : "profiles_have_a_known_language",
    );
  });

  test("has the same values in the domain", async () => {
    for (const language of LANGUAGES)
      expect((await world.as("student", "update profiles set language = $1", [language])).rowCount).toBe(1);
    expect(LANGUAGES.map(toLanguage)).toEqual(LANGUAGES);
    expect([toLanguage("hi"), toLanguage(undefined)]).toEqual(["en", "en"]);
  });
});

describe("notifications", () => {
  const channels = ["notify_email", "notify_sms"];

  test.each(channels)("a student with a plan can turn %s on and off", async (channel) => {
    for (const value of [false, true, true, false]) {
      await world.as("planned", `update profiles set ${channel} = $1 where id = $2`, [value, planned.id]);
      const { rows } = await world.as("planned", `select notify_email, notify_sms from profiles`);
      expect(rows[0]?.[channel]).toBe(value);
    }
  });

  test.each(channels)("a student without a plan can turn %s off but not on", async (channel) => {
    for (const who of ["student", "expired", "admin"] as const) {
      const change = `update profiles set ${channel} = $1 where id = $2`;
      await world.as(who, change, [false, people[who].id]);
      expect(await world.refusal(who, change, [true, people[who].id])).toEqual(NO_PLAN);
    }
  });

  test.each(channels)(
    "a student whose plan ended with %s on keeps it until they turn it off",
    async (channel) => {
      await world.withoutTriggers(`update profiles set ${channel} = true where id = $1`, [expired.id]);
      await world.as("expired", "update profiles set city = 'Hubballi'");
      const { rows } = await world.as("expired", "select notify_email, notify_sms from profiles");
      expect(rows[0]?.[channel]).toBe(true);
      await world.as("expired", `update profiles set ${channel} = false`);
      expect(await world.refusal("expired", `update profiles set ${channel} = true`)).toEqual(NO_PLAN);
    },
  );
});

test("saving a profile after the plan has ended sets has_plan to false, before the job runs", async () => {
  await world.as("expired", "update profiles set city = 'Hubballi'");
  expect((await world.as("expired", "select has_plan from profiles")).rows).toEqual([{ has_plan: false }]);
});

test("deleting an account deletes its profile, plans and slots", async () => {
  await world.withoutTriggers(
    "insert into slots (user_id, start_time, end_time) values ($1, '2020-01-01 05:00Z', '2020-01-01 05:30Z')",
    [planned.id],
  );
  await world.asOwner("delete from auth.users where id = $1", [planned.id]);
  for (const [table, column] of [
    ["profiles", "id"],
    ["user_plans", "user_id"],
    ["slots", "user_id"],
  ])
    expect(await world.asOwner(`select from public.${table} where ${column} = $1`, [planned.id])).toEqual([]);
  expect(await world.asOwner("select from profiles where id = $1", [student.id])).toHaveLength(1);
});
