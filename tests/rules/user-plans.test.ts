import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { people } from "./people.ts";
import { againstPolicy, openStage, type Scene, type Stage, says } from "./stage.ts";

const { student, planned, expired, admin } = people;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

type Plan = readonly [level: string, exam: string, name: string];

/** The two ways to assign, which must not differ: the one call, and the screen's own sequence. */
const WAYS = {
  "in one call": async ({ as }: Scene, who: "admin" | "secretKey", to: string, plan: Plan) => {
    await as(who, "select assign_plan(student => $1, level => $2, exam => $3, name => $4)", [to, ...plan]);
  },
  "step by step": async ({ as }: Scene, who: "admin" | "secretKey", to: string, plan: Plan) => {
    await as(who, "update user_plans set active = false where user_id = $1 and active = true", [to]);
    if (plan[2] === "None") return;
    await as(
      who,
      `insert into user_plans (user_id, plan_level, plan_exam, plan_name, active, assigned_at, assigned_by)
       values ($1, $2, $3, $4, true, '2001-01-01', $5)`,
      [to, ...plan, student.id],
    );
    await as(who, "update profiles set has_plan = true where id = $1", [to]);
  },
};

const profileOf = async ({ owner }: Scene, id: string) =>
  (await owner("select has_plan, notify_email from profiles where id = $1", [id]))[0];
const plansOf = ({ owner }: Scene, id: string) =>
  owner(
    `select plan_level, plan_exam, plan_name, active, assigned_by, expires_at,
       assigned_at between now() and clock_timestamp() as just_now from user_plans
     where user_id = $1 order by assigned_at desc`,
    [id],
  );

describe.each(Object.entries(WAYS))("assigning %s", (_way, assign) => {
  test("gives the plan with its own end, stamped with who did it and when", async () => {
    await stage.scene(async (scene) => {
      await scene.as(
        "admin",
        "update plans set expires_at = '2030-05-05' where plan_name = 'Medium' and plan_exam = 'cet'",
      );
      await assign(scene, "admin", student.id, ["ug", "cet", "Medium"]);
      const [plan, ...others] = await plansOf(scene, student.id);
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
      expect(await profileOf(scene, student.id)).toEqual({ has_plan: true, notify_email: true });
    });
  });

  test("replaces what was active, and the new row is the latest", async () => {
    await stage.scene(async (scene) => {
      for (const name of ["Basic", "Medium", "Advanced"])
        await assign(scene, "admin", planned.id, ["ug", "neet", name]);
      expect((await plansOf(scene, planned.id)).map(({ plan_name, active }) => [plan_name, active])).toEqual([
        ["Advanced", true],
        ["Medium", false],
        ["Basic", false],
        ["Advanced", false],
      ]);
    });
  });

  test("the new row is the latest even after the clock was set back", async () => {
    await stage.scene(async (scene) => {
      await scene.history("update user_plans set assigned_at = now() + interval '1 day'");
      await assign(scene, "admin", planned.id, ["ug", "neet", "Basic"]);
      expect(await plansOf(scene, planned.id)).toMatchObject([
        { plan_name: "Basic" },
        { plan_name: "Advanced" },
      ]);
    });
  });

  test("removes the plan, also twice", async () => {
    await stage.scene(async (scene) => {
      for (const _time of ["once", "twice"])
        await assign(scene, "admin", planned.id, ["none", "none", "None"]);
      expect(await plansOf(scene, planned.id)).toMatchObject([{ plan_name: "Advanced", active: false }]);
      expect(await profileOf(scene, planned.id)).toEqual({ has_plan: false, notify_email: true });
    });
  });

  test.each([
    ["ug", "cet", "Gold"],
    ["pg", "cet", "Medium"],
    ["none", "none", "Basic"],
    ["ug", "cet", "basic"],
  ] as const)("an offer that does not exist is not given: %s %s %s", async (...plan) => {
    await stage.scene(async (scene) => {
      await expect(assign(scene, "admin", student.id, plan)).rejects.toThrow(
        /^Could not fetch plan expiry\.$/,
      );
    });
  });

  test("works with the secret key, and nobody is named for it", async () => {
    await stage.scene(async (scene) => {
      await assign(scene, "secretKey", student.id, ["ug", "cet", "Basic"]);
      expect(await plansOf(scene, student.id)).toMatchObject([{ active: true, assigned_by: null }]);
    });
  });

  test("turns on the e-mails that are part of a plan, unless the student has said no", async () => {
    await stage.scene(async (scene) => {
      await scene.as("student", "update profiles set notify_email = false");
      await assign(scene, "admin", student.id, ["ug", "cet", "Basic"]);
      expect(await profileOf(scene, student.id)).toEqual({ has_plan: true, notify_email: false });
    });
  });

  test.each(["admin", "secretKey"] as const)(
    "a plan that has ended cannot be assigned by the %s",
    async (who) => {
      await stage.scene(async (scene) => {
        await scene.as("admin", "update plans set expires_at = now()");
        await expect(assign(scene, who, student.id, ["ug", "cet", "Basic"])).rejects.toMatchObject(
          says("This plan has ended. Change its expiry first."),
        );
        expect(await plansOf(scene, student.id)).toEqual([]);
        expect((await profileOf(scene, student.id))?.has_plan).toBe(false);
      });
    },
  );

  test("a plan that ends in a moment can still be assigned", async () => {
    await stage.scene(async (scene) => {
      await scene.as("admin", "update plans set expires_at = now() + interval '1 microsecond'");
      await assign(scene, "admin", student.id, ["ug", "cet", "Basic"]);
      expect(await plansOf(scene, student.id)).toMatchObject([{ plan_name: "Basic", active: true }]);
    });
  });
});

describe("assign_plan", () => {
  const CALL = "select assign_plan($1, 'ug', 'cet', 'Basic')";

  test.each(["newcomer", "student", "planned", "formerAdmin"] as const)(
    "is not for everybody: %s",
    async (who) => {
      await stage.scene(async ({ refusal }) => {
        expect(await refusal(who, CALL, [people[who].id])).toEqual({
          code: "42501",
          message: "You are not authorized to access this page",
        });
      });
    },
  );

  test("is not for visitors", async () => {
    await stage.scene(async ({ refusal }) => {
      expect(await refusal("visitor", CALL, [student.id])).toEqual({
        code: "42501",
        message: "permission denied for function assign_plan",
      });
    });
  });

  test("needs a student with a profile", async () => {
    await stage.scene(async ({ refusal }) => {
      expect(await refusal("admin", CALL, [people.newcomer.id])).toMatchObject({ code: "23503" });
    });
  });
});

test("whoever may not assign is told so before anything else is looked at", async () => {
  await stage.scene(async ({ refusal }) => {
    const insert =
      "insert into user_plans (user_id, plan_level, plan_exam, plan_name, active) values ($1, 'ug', 'cet', 'Gold', true)";
    for (const who of ["student", "planned", "formerAdmin"] as const)
      expect(await refusal(who, insert, [planned.id])).toEqual(againstPolicy("user_plans"));
  });
});

test("an admin does not bring back a plan that ended: the latest row decides, and that would not be the latest", async () => {
  await stage.scene(async ({ as, refusal }) => {
    await as("admin", "update user_plans set active = false");
    expect(
      await refusal("admin", "update user_plans set active = true where user_id = $1", [planned.id]),
    ).toEqual({
      code: "42501",
      message: 'new row violates row-level security policy for table "user_plans"',
    });
  });
});

test("no plan comes in as ended: it would end the one before, and nobody would have ended that", async () => {
  await stage.scene(async (scene) => {
    const insert =
      "insert into user_plans (user_id, plan_level, plan_exam, plan_name, active) values ($1, 'ug', 'cet', 'Basic', false)";
    for (const who of ["admin", "secretKey"] as const)
      expect(await scene.refusal(who, insert, [planned.id])).toEqual(
        says("A plan can only be assigned as active."),
      );
    expect(await plansOf(scene, planned.id)).toMatchObject([{ active: true }]);
  });
});

test("no student has two active plans, whoever writes them", async () => {
  await stage.scene(async ({ owner }) => {
    await owner("set local session_replication_role = replica");
    await expect(
      owner(
        "insert into user_plans select gen_random_uuid(), user_id, plan_level, plan_exam, plan_name, true, now(), null, now() from user_plans",
      ),
    ).rejects.toThrow("user_plans_one_active_a_student");
  });
});

test("an admin who leaves does not take along what was assigned", async () => {
  await stage.scene(async (scene) => {
    await WAYS["in one call"](scene, "admin", student.id, ["ug", "cet", "Basic"]);
    await scene.owner("delete from auth.users where id = $1", [admin.id]);
    expect(await plansOf(scene, student.id)).toMatchObject([{ active: true, assigned_by: null }]);
  });
});

describe("a plan that is over, before any job has stored so", () => {
  test("shows as ended where admins look for recipients", async () => {
    await stage.scene(async ({ as }) => {
      const { rows } = await as("admin", "select active from user_plans_with_profiles where user_id = $1", [
        expired.id,
      ]);
      expect(rows).toEqual([{ active: false }]);
    });
  });

  test("ends in the second it says, not later", async () => {
    await stage.scene(async ({ as, history, refusal }) => {
      const look = "select active from user_plans_with_profiles";
      await history(
        "update user_plans set expires_at = now() + interval '1 microsecond' where user_id = $1",
        [expired.id],
      );
      expect((await as("expired", look)).rows).toEqual([{ active: true }]);
      await history("update user_plans set expires_at = now() where user_id = $1", [expired.id]);
      expect((await as("expired", look)).rows).toEqual([{ active: false }]);
      expect(await refusal("expired", "update profiles set notify_sms = true")).toEqual(
        says("You need to purchase a plan to enable notifications."),
      );
    });
  });
});

describe("the job that ends plans", () => {
  const END = "select private.end_expired_plans() as ended";

  test("stores the end of what is over, and nothing else", async () => {
    await stage.scene(async (scene) => {
      expect(await profileOf(scene, expired.id)).toMatchObject({ has_plan: true });
      expect(await scene.owner(END)).toEqual([{ ended: 1 }]);
      expect(await scene.owner(END)).toEqual([{ ended: 0 }]);
      expect(await plansOf(scene, expired.id)).toMatchObject([{ active: false }]);
      expect(await plansOf(scene, planned.id)).toMatchObject([{ active: true }]);
      expect(await profileOf(scene, expired.id)).toMatchObject({ has_plan: false });
    });
  });

  test("goes on until a whole season has ended", async () => {
    await stage.scene(async ({ owner, history }) => {
      await history(`
        with account as (
          insert into auth.users (email) select 'many' || n || '@example.org' from generate_series(1, 1001) n returning id, email
        ), profile as (
          insert into profiles (id, email, first_name, last_name, phone) select id, email, 'A', 'B', '1' from account returning id
        )
        insert into user_plans (user_id, plan_level, plan_exam, plan_name, assigned_at, expires_at)
        select id, 'ug', 'cet', 'Basic', now(), now() from profile`);
      // One run stops after two seconds and leaves the rest to the next.
      let total = 0;
      for (let ended = -1; ended !== 0; total += ended)
        [{ ended }] = (await owner(END)) as [{ ended: number }];
      expect(total).toBe(1002);
    });
  });

  test.each(["admin", "secretKey"] as const)("is the server's alone, not for: %s", async (who) => {
    await stage.scene(async ({ refusal }) => {
      expect(await refusal(who, END)).toEqual({
        code: "42501",
        message: "permission denied for function end_expired_plans",
      });
    });
  });
});
