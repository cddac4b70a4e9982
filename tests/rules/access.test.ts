import { describe, expect, test } from "vitest";
import { checkAccess, everyone } from "./access.ts";
import { people } from "./people.ts";
import { permissionDenied, policyViolation, type Refusal, setUpWorld } from "./rules-world.ts";

const STUDENT = people.student.id;
const PLANNED = people.planned.id;

const keptByDatabase: Refusal = { code: "42501", message: "has_plan is kept by the database" };
const alreadyOffered: Refusal = {
  code: "23505",
  message: 'duplicate key value violates unique constraint "plans_are_offered_once"',
};

checkAccess({
  profiles: [
    {
      does: "see profiles",
      sql: "select * from profiles",
      is: { newcomer: 0, admin: 6, secretKey: 6 },
      otherwise: 1,
    },
    {
      does: "see the student's profile",
      sql: `select id, first_name, last_name, phone, email, created_at from profiles where id = '${STUDENT}'`,
      is: { student: 1, admin: 1, secretKey: 1 },
      otherwise: 0,
    },
    {
      does: "change the student's profile",
      sql: `update profiles set first_name = 'X', last_name = 'Y', email = 'x@example.org', phone = '1',
            address_line_1 = 'a', address_line_2 = 'b', city = 'c', state = 'd', pin_code = 'e' where id = '${STUDENT}'`,
      is: { student: 1, secretKey: 1 },
      otherwise: 0,
    },
    {
      does: "choose the language of the student's mails",
      sql: `update profiles set language = 'kn' where id = '${STUDENT}'`,
      is: { student: 1, secretKey: 1 },
      otherwise: 0,
    },
    {
      does: "see the language of the student's mails",
      sql: `select language from profiles where id = '${STUDENT}'`,
      is: { student: 1, admin: 1, secretKey: 1 },
      otherwise: 0,
    },
    {
      does: "change all profiles without a condition", // only the update policy applies then
      sql: "update profiles set city = 'Hubballi'",
      is: { newcomer: 0, secretKey: 6 },
      otherwise: 1,
    },
    {
      does: "take over the student's profile",
      sql: "update profiles set id = $1 where id = $2",
      values: (me) => [me ?? STUDENT, STUDENT],
      is: { student: 1, secretKey: 1 },
      otherwise: 0,
    },
    {
      does: "turn their profile into the newcomer's",
      sql: `update profiles set id = '${people.newcomer.id}'`,
      is: {
        newcomer: 0,
        secretKey: {
          code: "23505",
          message: 'duplicate key value violates unique constraint "profiles_pkey"',
        },
      },
      otherwise: policyViolation("profiles"),
    },
    {
      does: "set the student's has_plan",
      sql: `update profiles set has_plan = true where id = '${STUDENT}'`,
      is: { student: keptByDatabase, secretKey: keptByDatabase },
      otherwise: 0,
    },
    {
      does: "set when the student joined",
      sql: `update profiles set created_at = now() where id = '${STUDENT}'`,
      is: { secretKey: 1 },
      otherwise: permissionDenied("profiles"),
    },
    {
      does: "delete the student's profile",
      sql: `delete from profiles where id = '${STUDENT}'`,
      is: { secretKey: 1 },
      otherwise: permissionDenied("profiles"),
    },
    {
      does: "create a profile for the newcomer",
      sql: `insert into profiles (id, email, first_name, last_name, phone)
            values ('${people.newcomer.id}', 'n@example.org', 'N', 'N', '1')`,
      is: { newcomer: 1, secretKey: 1 },
      otherwise: policyViolation("profiles"),
    },
    {
      does: "take over the student's profile by an upsert",
      sql: `insert into profiles (id, email, first_name, last_name, phone)
            values ('${STUDENT}', 'n@example.org', 'N', 'N', '1')
            on conflict (id) do update set id = excluded.id, email = excluded.email`,
      is: { student: 1, secretKey: 1 },
      otherwise: policyViolation("profiles"),
    },
  ],
  plans: [
    { does: "see the offers", sql: "select * from plans", is: {}, otherwise: 10 },
    {
      does: "add an offer",
      sql: `insert into plans (plan_level, plan_exam, plan_name, price, expires_at)
            values ('ug', 'cet', 'Basic', 1, '2030-01-01')`,
      is: { admin: alreadyOffered, secretKey: alreadyOffered },
      otherwise: policyViolation("plans"),
    },
    {
      does: "change an offer",
      sql: "update plans set price = 1, expires_at = '2030-01-01' where plan_level = 'pg' and plan_name = 'Basic'",
      is: { admin: 2, secretKey: 2 },
      otherwise: 0,
    },
    {
      does: "make all offers free without a condition",
      sql: "update plans set price = 0",
      is: { admin: 10, secretKey: 10 },
      otherwise: 0,
    },
    {
      does: "delete an offer",
      sql: "delete from plans where plan_level = 'pg' and plan_exam = 'cet' and plan_name = 'Basic'",
      is: { admin: 1, secretKey: 1 },
      otherwise: 0,
    },
  ],
  user_plans: [
    {
      does: "see user plans",
      sql: "select plan_name, plan_level, plan_exam, active from user_plans",
      is: { planned: 1, other: 1, expired: 1, admin: 3, secretKey: 3 },
      otherwise: 0,
    },
    {
      does: "assign a plan to the student",
      sql: `insert into user_plans (user_id, plan_level, plan_exam, plan_name, active) values ('${STUDENT}', 'ug', 'neet', 'Medium', true)`,
      is: { admin: 1, secretKey: 1 },
      otherwise: policyViolation("user_plans"),
    },
    {
      does: "assign a plan to themselves",
      sql: "insert into user_plans (user_id, plan_level, plan_exam, plan_name, active) values ($1, 'ug', 'cet', 'Basic', true)",
      values: (me) => [me ?? STUDENT],
      is: { admin: 1, secretKey: 1 },
      otherwise: policyViolation("user_plans"),
    },
    {
      does: "end a student's plan",
      sql: `update user_plans set active = false where user_id = '${PLANNED}' and active`,
      is: { admin: 1, secretKey: 1 },
      otherwise: 0,
    },
    {
      does: "end all plans without a condition",
      sql: "update user_plans set active = false",
      is: { admin: 3, secretKey: 3 },
      otherwise: 0,
    },
    {
      does: "extend a plan",
      sql: "update user_plans set expires_at = '2040-01-01'",
      is: { secretKey: 3 },
      otherwise: permissionDenied("user_plans"),
    },
    {
      does: "move a plan to another student",
      sql: `update user_plans set user_id = '${STUDENT}' where user_id = '${PLANNED}'`,
      is: { secretKey: 1 },
      otherwise: permissionDenied("user_plans"),
    },
    {
      does: "delete a student's plans",
      sql: `delete from user_plans where user_id = '${PLANNED}'`,
      is: { secretKey: 1 },
      otherwise: permissionDenied("user_plans"),
    },
  ],
  user_plans_with_profiles: [
    {
      does: "see who has which plan",
      sql: "select user_id, email, first_name, last_name from user_plans_with_profiles where active = true",
      is: { planned: 1, other: 1, admin: 2, secretKey: 2 },
      otherwise: 0,
    },
  ],
});

describe("in the server's own schemas", () => {
  const world = setUpWorld();

  test.each([
    "private.admins",
    "private.rate_limits",
    "private.request_answers",
    "auth.users",
    "auth.sessions",
    "auth.passkeys",
    "auth.used_passkey_challenges",
    "auth.one_time_tokens",
    "auth.pending_sign_ups",
  ])("nobody can read %s through the API", async (table) => {
    for (const who of everyone) {
      expect(await world.refusal(who, `select * from ${table}`)).toEqual(permissionDenied(table));
    }
  });

  test("nobody can make themselves an admin through the API, not even an admin", async () => {
    for (const who of everyone) {
      expect(
        await world.refusal(who, "insert into private.admins (user_id, granted_by) values ($1, 'me')", [
          STUDENT,
        ]),
      ).toEqual(permissionDenied("admins"));
    }
  });

  test("nobody can read the job queue through the API", async () => {
    for (const who of everyone)
      expect((await world.refusal(who, "select * from graphile_worker.jobs"))?.code).toBe("42501");
  });
});
