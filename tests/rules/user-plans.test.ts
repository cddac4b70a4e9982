import { describe, expect, test } from "vitest";
import { people } from "./people.ts";
import { policyViolation, refusedWith, setUpWorld } from "./rules-world.ts";

const { student, planned, expired, admin } = people;

const world = setUpWorld();

type Plan = readonly [level: string, exam: string, name: string];

/** Both ways to assign a plan must have the same result: one call, and statements that a client sends one by one. */
const WAYS = {
  "in one call": async (who: "admin" | "secretKey", to: string, plan: Plan) => {
    await world.as(who, "select assign_plan(student => $1, level => $2, exam => $3, name => $4)", [
      to,
      ...plan,
    ]);
  },
  "step by step": async (who: "admin" | "secretKey", to: string, plan: Plan) => {
    await world.as(who, "update user_plans set active = false where user_id = $1 and active = true", [to]);
    if (plan[2] === "None") return;
    await world.as(
      who,
      `insert into user_plans (user_id, plan_level, plan_exam, plan_name, active, assigned_at, assigned_by)
       values ($1, $2, $3, $4, true, '2001-01-01', $5)`,
      [to, ...plan, student.id],
    );
    await world.as(who, "update profiles set has_plan = true where id = $1", [to]);
  },
};

const profileOf = async (id: string) =>
  (await world.asOwner("select has_plan, notify_email from profiles where id = $1", [id]))[0];
const plansOf = (id: string) =>
  world.asOwner(
    `select plan_level, plan_exam, plan_name, active, assigned_by, expires_at,
       assigned_at between now() and clock_timestamp() as just_now from user_plans
     where user_id = $1 order by assigned_at desc`,
    [id],
  );

describe.each(Object.entries(WAYS))("assigning %s", (_way, assign) => {
  test("gives the plan the expiry of the offer and records who assigned it and when", async () => {
    await world.as(
      "admin",
      "update plans set expires_at = '2030-05-05' where plan_name = 'Medium' and plan_exam = 'cet'",
    );
    await assign("admin", student.id, ["ug", "cet", "Medium"]);
    const [plan, ...others] = await plansOf(student.id);
    expect(others).toEqual([]);
    expect(plan).toMatchObject({
      plan_level: "ug",
      plan_exam: "cet",
      plan_name: "Medium",
      active: true,
      just_now: true,
      assigned_by: admin.id,
      expires_at: new Date("2030-05-05Z"),
    });
    expect(await profileOf(student.id)).toEqual({ has_plan: true, notify_email: true });
  });

  test("replaces the active plan, and the new one is the latest", async () => {
    for (const name of ["Basic", "Medium", "Advanced"])
      await assign("admin", planned.id, ["ug", "neet", name]);
    expect((await plansOf(planned.id)).map(({ plan_name, active }) => [plan_name, active])).toEqual([
      ["Advanced", true],
      ["Medium", false],
      ["Basic", false],
      ["Advanced", false],
    ]);
  });

  test("makes the new plan the latest even after the clock was set back", async () => {
    await world.withoutTriggers("update user_plans set assigned_at = now() + interval '1 day'");
    await assign("admin", planned.id, ["ug", "neet", "Basic"]);
    expect(await plansOf(planned.id)).toMatchObject([{ plan_name: "Basic" }, { plan_name: "Advanced" }]);
  });

  test("removes the plan, and can be repeated", async () => {
    for (const _time of ["once", "twice"]) await assign("admin", planned.id, ["none", "none", "None"]);
    expect(await plansOf(planned.id)).toMatchObject([{ plan_name: "Advanced", active: false }]);
    expect(await profileOf(planned.id)).toEqual({ has_plan: false, notify_email: true });
  });

  test.each([
    ["ug", "cet", "Gold"],
    ["pg", "cet", "Medium"],
    ["none", "none", "Basic"],
    ["ug", "cet", "basic"],
  ] as const)("refuses an offer that does not exist: %s %s %s", async (...plan) => {
    await expect(assign("admin", student.id, plan)).rejects.toThrow(/^Could not fetch plan expiry\.$/);
  });

  test("works with the secret key and then records no assigner", async () => {
    await assign("secretKey", student.id, ["ug", "cet", "Basic"]);
    expect(await plansOf(student.id)).toMatchObject([{ active: true, assigned_by: null }]);
  });

  test("turns on e-mail notifications unless the student has turned them off", async () => {
    await world.as("student", "update profiles set notify_email = false");
    await assign("admin", student.id, ["ug", "cet", "Basic"]);
    expect(await profileOf(student.id)).toEqual({ has_plan: true, notify_email: false });
  });

  test.each(["admin", "secretKey"] as const)("refuses the role %s a plan that has ended", async (who) => {
    await world.as("admin", "update plans set expires_at = now()");
    await expect(assign(who, student.id, ["ug", "cet", "Basic"])).rejects.toMatchObject(
      refusedWith("This plan has ended. Change its expiry first."),
    );
    expect(await plansOf(student.id)).toEqual([]);
    expect((await profileOf(student.id))?.has_plan).toBe(false);
  });

  test("allows a plan that ends in a microsecond", async () => {
    await world.as("admin", "update plans set expires_at = now() + interval '1 microsecond'");
    await assign("admin", student.id, ["ug", "cet", "Basic"]);
    expect(await plansOf(student.id)).toMatchObject([{ plan_name: "Basic", active: true }]);
  });
});

describe("assign_plan", () => {
  const CALL = "select assign_plan($1, 'ug', 'cet', 'Basic')";

  test.each(["newcomer", "student", "planned", "formerAdmin"] as const)(
    "refuses the role %s",
    async (who) => {
      expect(await world.refusal(who, CALL, [people[who].id])).toEqual({
        code: "42501",
        message: "You are not authorized to access this page",
      });
    },
  );

  test("is denied to visitors", async () => {
    expect(await world.refusal("visitor", CALL, [student.id])).toEqual({
      code: "42501",
      message: "permission denied for function assign_plan",
    });
  });

  test("requires a student with a profile", async () => {
    expect(await world.refusal("admin", CALL, [people.newcomer.id])).toMatchObject({ code: "23503" });
  });
});

test("a person who may not assign plans is refused before anything else is checked", async () => {
  const insert =
    "insert into user_plans (user_id, plan_level, plan_exam, plan_name, active) values ($1, 'ug', 'cet', 'Gold', true)";
  for (const who of ["student", "planned", "formerAdmin"] as const)
    expect(await world.refusal(who, insert, [planned.id])).toEqual(policyViolation("user_plans"));
});

test("an admin cannot reactivate a plan that has ended", async () => {
  await world.as("admin", "update user_plans set active = false");
  expect(
    await world.refusal("admin", "update user_plans set active = true where user_id = $1", [planned.id]),
  ).toEqual({
    code: "42501",
    message: 'new row violates row-level security policy for table "user_plans"',
  });
});

test("a plan cannot be assigned as inactive", async () => {
  const insert =
    "insert into user_plans (user_id, plan_level, plan_exam, plan_name, active) values ($1, 'ug', 'cet', 'Basic', false)";
  for (const who of ["admin", "secretKey"] as const)
    expect(await world.refusal(who, insert, [planned.id])).toEqual(
      refusedWith("A plan can only be assigned as active."),
    );
  expect(await plansOf(planned.id)).toMatchObject([{ active: true }]);
});

test("a student cannot have two active plans even where no trigger runs", async () => {
  await world.asOwner("set local session_replication_role = replica");
  await expect(
    world.asOwner(
      "insert into user_plans select gen_random_uuid(), user_id, plan_level, plan_exam, plan_name, true, now(), null, now() from user_plans",
    ),
  ).rejects.toThrow("user_plans_one_active_a_student");
});

test("a plan stays when the admin who assigned it is deleted", async () => {
  await WAYS["in one call"]("admin", student.id, ["ug", "cet", "Basic"]);
  await world.asOwner("delete from auth.users where id = $1", [admin.id]);
  expect(await plansOf(student.id)).toMatchObject([{ active: true, assigned_by: null }]);
});

describe("a plan that has ended, before the job marks it as ended", () => {
  test("is inactive in the view of plans with profiles", async () => {
    const { rows } = await world.as(
      "admin",
      "select active from user_plans_with_profiles where user_id = $1",
      [expired.id],
    );
    expect(rows).toEqual([{ active: false }]);
  });

  test("is inactive from its expiry on", async () => {
    const view = "select active from user_plans_with_profiles";
    await world.withoutTriggers(
      "update user_plans set expires_at = now() + interval '1 microsecond' where user_id = $1",
      [expired.id],
    );
    expect((await world.as("expired", view)).rows).toEqual([{ active: true }]);
    await world.withoutTriggers("update user_plans set expires_at = now() where user_id = $1", [expired.id]);
    expect((await world.as("expired", view)).rows).toEqual([{ active: false }]);
    expect(await world.refusal("expired", "update profiles set notify_sms = true")).toEqual(
      refusedWith("You need to purchase a plan to enable notifications."),
    );
  });
});

describe("the job that ends plans", () => {
  const END = "select private.end_expired_plans() as ended";

  test("marks only plans that have ended", async () => {
    expect(await profileOf(expired.id)).toMatchObject({ has_plan: true });
    expect(await world.asOwner(END)).toEqual([{ ended: 1 }]);
    expect(await world.asOwner(END)).toEqual([{ ended: 0 }]);
    expect(await plansOf(expired.id)).toMatchObject([{ active: false }]);
    expect(await plansOf(planned.id)).toMatchObject([{ active: true }]);
    expect(await profileOf(expired.id)).toMatchObject({ has_plan: false });
  });

  test("continues until all ended plans are marked", async () => {
    await world.withoutTriggers(`
        with account as (
          insert into auth.users (email, email_confirmed_at) select 'many' || n || '@example.org', now() from generate_series(1, 1001) n returning id, email
        ), profile as (
          insert into profiles (id, email, first_name, last_name, phone) select id, email, 'A', 'B', '1' from account returning id
        )
        insert into user_plans (user_id, plan_level, plan_exam, plan_name, assigned_at, expires_at)
        select id, 'ug', 'cet', 'Basic', now(), now() from profile`);
    // A run stops after two seconds and leaves the rest to the next.
    let total = 0;
    for (let ended = -1; ended !== 0; total += ended)
      [{ ended }] = (await world.asOwner(END)) as [{ ended: number }];
    expect(total).toBe(1002);
  });

  test.each(["admin", "secretKey"] as const)("is denied to the role %s", async (who) => {
    expect(await world.refusal(who, END)).toEqual({
      code: "42501",
      message: "permission denied for function end_expired_plans",
    });
  });
});
