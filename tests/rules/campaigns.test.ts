import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { checkAccess, everyone } from "./access.ts";
import { people } from "./people.ts";
import { permissionDenied, refusedWith, setUpWorld } from "./rules-world.ts";

const { admin, expired, other, planned, student } = people;
const CAMPAIGN = "a1b2c3d4-0000-4000-8000-0000000000c1";

const nobodyWrites = (table: string, column: string) =>
  [`insert into ${table} default values`, `update ${table} set ${column} = 'x'`, `delete from ${table}`].map(
    (sql) => {
      const refused = permissionDenied(table);
      return { does: sql, sql, is: {}, otherwise: refused };
    },
  );
const adminsSee = (table: string) => ({
  does: "see them",
  sql: `select * from ${table}`,
  is: { admin: 1, secretKey: 1 },
  otherwise: 0,
});

checkAccess(
  {
    campaigns: [adminsSee("campaigns"), ...nobodyWrites("campaigns", "state")],
    campaign_recipients: [adminsSee("campaign_recipients"), ...nobodyWrites("campaign_recipients", "state")],
    "private.campaign_attachments": [
      {
        does: "see what is attached",
        sql: "select * from private.campaign_attachments",
        is: {},
        otherwise: permissionDenied("campaign_attachments"),
      },
    ],
  },
  [
    `insert into campaigns (id, request_id, subject, body) values ('${CAMPAIGN}', gen_random_uuid(), 'S', 'B')`,
    `insert into campaign_recipients (campaign_id, user_id, name, email)
     values ('${CAMPAIGN}', '${planned.id}', 'P', 'planned@example.org')`,
  ],
);

const world = setUpWorld();

type Plan = [level: string | null, exam: string | null, name: string | null];
const ALL: Plan = [null, null, null];
const BASIC: Plan = ["ug", "cet", "Basic"];

/** As the server does it for an admin. */
async function create(plan: Plan = ALL, request: string = randomUUID()) {
  await world.asOwner("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(admin.claims)]);
  const [made] = await world.asOwner<{ campaign_id: string; recipients: number; turned_off: number }>(
    "select * from private.create_campaign($1, $2, $3, $4, 'Subject', 'Body', '[]')",
    [request, ...plan],
  );
  return made as NonNullable<typeof made>;
}

const recipientsOf = (campaign: string) =>
  world.asOwner(
    'select email, state, reason from campaign_recipients where campaign_id = $1 order by lower(email collate "C")',
    [campaign],
  );

describe("the functions for admins", () => {
  const CALLS = [
    "count_audience()",
    "list_campaigns()",
    "list_campaign_recipients($1)",
    "pause_campaign($1)",
    "resume_campaign($1)",
    "stop_campaign($1)",
    "retry_failed($1)",
  ];
  test.each(CALLS)("%s is for them and the secret key alone", async (call) => {
    const { campaign_id } = await create();
    const over = call.startsWith("retry");
    await world.asOwner("update campaigns set state = $1, paused_by = $2, finished_at = $3", [
      over ? "done" : "paused",
      over ? null : "failures",
      over ? new Date() : null,
    ]);
    await world.asOwner("update campaign_recipients set state = 'failed', finished_at = now()");
    const values = call.includes("$1") ? [campaign_id] : [];
    for (const who of everyone) {
      await world.asOwner("savepoint before");
      const refused = await world.refusal(who, `select * from ${call}`, values);
      await world.asOwner("rollback to savepoint before");
      if (who === "admin" || who === "secretKey") expect(refused, who).toBeUndefined();
      else expect(refused, who).toMatchObject({ code: "42501" });
    }
  });

  test.each([
    "private.audience(null, null, null)",
    "private.create_campaign(gen_random_uuid(), null, null, null, 'S', 'B', '[]')",
    "private.lock_campaign(gen_random_uuid())",
    "private.lock_unfinished_campaign(gen_random_uuid())",
    `private.turn_off_email('${planned.id}')`,
  ])("%s is for nobody who comes through the API", async (call) => {
    for (const who of everyone)
      expect(await world.refusal(who, `select ${call}`)).toMatchObject({ code: "42501" });
  });

  test("a campaign is made in the name of an admin only", async () => {
    for (const claims of [people.formerAdmin.claims, planned.claims, {}]) {
      await world.asOwner("savepoint before");
      await world.asOwner("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
      await expect(
        world.asOwner("select private.create_campaign(gen_random_uuid(), null, null, null, 'S', 'B', '[]')"),
      ).rejects.toThrow("You are not authorized to access this page");
      await world.asOwner("rollback to savepoint before");
    }
  });

  test("the server's own login changes them by functions, and in no other way", async () => {
    expect(
      await world.asOwner(
        `select name from unnest(array['campaigns', 'campaign_recipients', 'private.campaign_attachments']) as name
           where has_any_column_privilege('maarga_server', name, 'select, insert, update')`,
      ),
    ).toEqual([]);
  });
});

describe("who gets it", () => {
  const PLANNED = { email: "planned@example.org", state: "queued", reason: null };
  const OTHER = { email: "other@example.org", state: "queued", reason: null };
  const isOff = (person: typeof OTHER) => ({ ...person, state: "skipped", reason: "Turned off e-mail" });
  const assign = (who: { id: string }, name: string) =>
    [`select assign_plan('${who.id}', 'ug', 'cet', '${name}')`] as const;
  const set = (who: { id: string }, change: string) =>
    [`update profiles set ${change} where id = '${who.id}'`] as const;
  const OTHERS_IS_OLDEST = [
    `update user_plans set assigned_at = now() - interval '2 days' where user_id = '${other.id}'`,
  ];

  test.each<[string, readonly string[], Plan, object[]]>([
    ["whoever has a plan, and nobody whose plan is over", [], ALL, [OTHER, PLANNED]],
    ["the holders of one plan", [], BASIC, [OTHER]],
    [
      "by the latest plan, not by one before it",
      assign(other, "Medium"),
      ["ug", "cet", "Advanced"],
      [PLANNED],
    ],
    ["not by a plan that is no more", assign(planned, "Basic"), BASIC, [OTHER, PLANNED]],
    [
      "nobody whose plan was taken away",
      [`select assign_plan('${planned.id}', 'none', 'none', 'None')`],
      ALL,
      [OTHER],
    ],
    ["nobody without an address", set(planned, "email = null"), ALL, [OTHER]],
    ["not who turned e-mail off", set(planned, "notify_email = false"), ALL, [OTHER, isOff(PLANNED)]],
    ["who never chose", set(planned, "notify_email = null"), ALL, [OTHER, PLANNED]],
    [
      "an address once, however it is written, his who has had the plan for longer",
      [...set(other, "email = 'Shared@Example.org'"), ...set(planned, "email = 'shared@example.org'")],
      ALL,
      [{ ...PLANNED, email: "shared@example.org" }],
    ],
    [
      "an address that two share as long as one of them wants it",
      [
        ...set(other, "email = 'SHARED@example.org'"),
        ...set(planned, "email = 'shared@example.org', notify_email = false"),
      ],
      ALL,
      [{ ...OTHER, email: "SHARED@example.org" }],
    ],
    [
      "him who signs in with an address before one who has written it and had the plan for longer",
      [...set(other, "email = 'Planned@Example.org'"), ...OTHERS_IS_OLDEST],
      ALL,
      [PLANNED],
    ],
    [
      "not who turned e-mail off, also where another who wants it has written his address",
      [
        ...set(other, "email = 'Planned@Example.org'"),
        ...set(planned, "notify_email = false"),
        ...assign(student, "Medium"),
      ],
      ALL,
      [isOff(PLANNED), { ...PLANNED, email: "student@example.org" }],
    ],
    [
      "not who turned e-mail off and has no plan, where another has written his address",
      [...set(other, "email = 'Student@Example.org'"), ...set(student, "notify_email = false")],
      ALL,
      [PLANNED, isOff({ ...OTHER, email: "Student@Example.org" })],
    ],
    [
      "both of two addresses that are one to Unicode alone",
      [...set(other, "email = '\u212Airan@example.org'"), ...set(planned, "email = 'kiran@example.org'")],
      ALL,
      [
        { ...PLANNED, email: "kiran@example.org" },
        { ...OTHER, email: "\u212Airan@example.org" },
      ],
    ],
  ])("%s", async (_rule, changes, plan, expected) => {
    await world.withoutTriggers(
      "update user_plans set assigned_at = now() - interval '1 day' where user_id = $1",
      [planned.id],
    );
    for (const change of changes) {
      if (change.startsWith("select")) await world.as("admin", change);
      else await world.asOwner(change);
    }
    const counted = await world.as("admin", "select * from count_audience($1, $2, $3)", plan);
    const made = await create(plan);
    expect(await recipientsOf(made.campaign_id)).toEqual(expected);
    // What the button said is what was made.
    const off = expected.filter((person) => "state" in person && person.state === "skipped").length;
    expect(counted.rows).toEqual([{ will_get: expected.length - off, turned_off: off }]);
    expect(made).toMatchObject({ recipients: expected.length - off, turned_off: off });
  });

  test("is fixed when it is made: what changes afterwards changes nothing in it", async () => {
    const { campaign_id } = await create();
    await world.as("admin", "select assign_plan($1, 'ug', 'neet', 'Basic')", [student.id]);
    await world.asOwner("update profiles set email = 'new@example.org' where id = $1", [planned.id]);
    expect(await recipientsOf(campaign_id)).toEqual([OTHER, PLANNED]);
  });

  test.each<[string, Plan, string]>([
    ["nobody has the plan", ["pg", "neet", "Basic"], ""],
    [
      "all of them turned e-mail off",
      BASIC,
      `update profiles set notify_email = false where id = '${other.id}'`,
    ],
  ])("there is none where %s", async (_why, plan, change) => {
    await world.asOwner(change);
    await expect(create(plan)).rejects.toThrow("No users found for the selected plan.");
  });
});

test("the same request finds its campaign and the same answer, whatever became of it meanwhile", async () => {
  await world.asOwner("update profiles set notify_email = false where id = $1", [planned.id]);
  const request = randomUUID();
  const made = await create(ALL, request);
  // Transactions have a time each; here all of it happens in one.
  await world.withoutTriggers("update campaigns set created_at = created_at - interval '1 minute'");
  await world.withoutTriggers(
    "update campaign_recipients set finished_at = finished_at - interval '1 minute'",
  );
  await world.as("admin", "select stop_campaign($1)", [made.campaign_id]);
  await world.as("admin", "select assign_plan($1, 'ug', 'neet', 'Basic')", [student.id]);
  expect(await create(ALL, request)).toEqual(made);
  await expect(create(BASIC, request)).rejects.toThrow("This request has already created another campaign.");
});

describe("an admin's hand on a campaign", () => {
  const OVER = refusedWith("This campaign has ended.");
  const PAUSED = refusedWith("This campaign is paused: resume or stop it first.");
  const sending = { state: "sending", paused_by: null, finished_at: null };
  const paused = { state: "paused", paused_by: "admin", finished_at: null };
  const pausedByFailures = { ...paused, paused_by: "failures" };
  const stopped = { state: "stopped", paused_by: null, finished_at: expect.any(Date) };
  const done = { ...stopped, state: "done" };

  test.each([
    ["pause_campaign", sending, paused],
    ["pause_campaign", paused, paused],
    ["pause_campaign", pausedByFailures, pausedByFailures],
    ["pause_campaign", stopped, OVER],
    ["pause_campaign", done, OVER],
    ["resume_campaign", sending, sending],
    ["resume_campaign", paused, sending],
    ["resume_campaign", pausedByFailures, sending],
    ["resume_campaign", stopped, OVER],
    ["resume_campaign", done, OVER],
    ["stop_campaign", sending, stopped],
    ["stop_campaign", paused, stopped],
    ["stop_campaign", pausedByFailures, stopped],
    ["stop_campaign", stopped, stopped],
    ["stop_campaign", done, OVER],
    ["retry_failed", sending, refusedWith("This campaign is still being sent.")],
    ["retry_failed", paused, PAUSED],
    ["retry_failed", pausedByFailures, PAUSED],
    ["retry_failed", stopped, sending],
    ["retry_failed", done, sending],
  ])("%s: %j becomes %j", async (action, before, after) => {
    const { campaign_id } = await create();
    await world.asOwner(
      "update campaign_recipients set state = 'failed', finished_at = now() where email ~ 'other'",
    );
    await world.asOwner("update campaigns set state = $1, paused_by = $2, finished_at = $3", [
      before.state,
      before.paused_by,
      before.finished_at && new Date(),
    ]);
    const refused = await world.refusal("admin", `select ${action}($1)`, [campaign_id]);
    const now = await world.asOwner("select state, paused_by, finished_at from campaigns");
    expect(refused ?? now[0]).toEqual(after);
    if (refused) expect(now).toEqual([before]);
  });

  test.each(["pause_campaign", "resume_campaign", "stop_campaign", "retry_failed"])(
    "%s finds no campaign that there is not",
    async (action) => {
      expect(await world.refusal("admin", `select ${action}(gen_random_uuid())`)).toEqual(
        refusedWith("There is no such campaign."),
      );
    },
  );

  const inEveryState = (campaign: string) =>
    world.asOwner(
      `insert into campaign_recipients (campaign_id, name, email, state, reason, attempts, finished_at)
       select $1, state, state || '@example.org', state, 'why', 3, case when state not in ('queued', 'sending') then now() end
       from unnest(array['queued', 'sending', 'sent', 'failed', 'skipped']) as state`,
      [campaign],
    );

  test("stopping leaves out whoever waits, and leaves alone what is final or under way", async () => {
    const { campaign_id } = await create(BASIC);
    await inEveryState(campaign_id);
    await world.as("admin", "select stop_campaign($1)", [campaign_id]);
    const skipped = { state: "skipped", reason: "Stopped by an admin" };
    expect(await recipientsOf(campaign_id)).toEqual([
      { email: "failed@example.org", state: "failed", reason: "why" },
      { email: "other@example.org", ...skipped },
      { email: "queued@example.org", ...skipped },
      { email: "sending@example.org", state: "sending", reason: "why" },
      { email: "sent@example.org", state: "sent", reason: "why" },
      { email: "skipped@example.org", state: "skipped", reason: "why" },
    ]);
  });

  test("whoever a stop did not reach in its time is left out by the job, or before others are tried again", async () => {
    const { campaign_id } = await create(BASIC);
    await inEveryState(campaign_id);
    const queued = () =>
      world.asOwner("select email from campaign_recipients where state = 'queued' order by 1");
    const stop = "update campaigns set state = 'stopped', finished_at = now()";
    await world.asOwner(stop);
    await world.as("admin", "select retry_failed($1)", [campaign_id]);
    expect(await queued()).toEqual([{ email: "failed@example.org" }]);
    await world.asOwner(stop);
    expect(await world.asOwner("select private.skip_stopped_recipients() as reached")).toEqual([
      { reached: 1 },
    ]);
    expect(await queued()).toEqual([]);
  });

  test("retrying puts those that failed back into the queue with all their tries, and nobody else", async () => {
    const { campaign_id } = await create(BASIC);
    await inEveryState(campaign_id);
    await world.as("admin", "select stop_campaign($1)", [campaign_id]);
    await world.as("admin", "select retry_failed($1)", [campaign_id]);
    expect(
      await world.asOwner(
        "select email, reason, attempts, finished_at from campaign_recipients where state = 'queued'",
      ),
    ).toEqual([{ email: "failed@example.org", reason: null, attempts: 0, finished_at: null }]);
    await world.as("admin", "select stop_campaign($1)", [campaign_id]);
    expect(await world.refusal("admin", "select retry_failed($1)", [campaign_id])).toEqual(
      refusedWith("No failed recipients are left to retry."),
    );
  });

  test("the lists tell whom a stop has cut off from whom it was never for", async () => {
    const { campaign_id } = await create(BASIC);
    await inEveryState(campaign_id);
    await world.as("admin", "select stop_campaign($1)", [campaign_id]);
    const { rows } = await world.as("admin", "select * from list_campaigns()");
    expect(rows).toMatchObject([{ queued: 1, sent: 1, failed: 1, skipped: 1, stopped: 2 }]);
    const list = async (state: string) =>
      (
        await world.as("admin", "select * from list_campaign_recipients($1, $2)", [campaign_id, state])
      ).rows.map(({ email, state }) => [email, state]);
    expect(await list("stopped")).toEqual([
      ["other@example.org", "stopped"],
      ["queued@example.org", "stopped"],
    ]);
    expect(await list("skipped")).toEqual([["skipped@example.org", "skipped"]]);
  });

  test.each([
    ["whose mail server is away", "sending", "null", false, true],
    ["whose mail server is back", "sending", "now()", false, false],
    ["whose recipients are asked to wait, each for himself", "sending", "null", true, false],
    ["that is paused", "paused", "null", false, false],
  ])(
    "of a campaign %s the list says whether it waits for it",
    async (_which, state, sentAt, counts, waits) => {
      const { campaign_id } = await create(ALL);
      await world.asOwner("update campaign_recipients set state = 'sending'");
      await world.asOwner(
        "select private.requeue_recipients(array(select id from campaign_recipients), 'connect ECONNREFUSED', $1, '0')",
        [counts],
      );
      await world.asOwner(
        `update campaign_recipients set finished_at = ${sentAt}, state = 'sent'
         where ${sentAt} is not null and email = 'other@example.org'`,
      );
      await world.asOwner("update campaigns set state = $1, paused_by = $2", [
        state,
        state === "paused" ? "admin" : null,
      ]);
      const { rows } = await world.as("admin", "select * from list_campaigns(campaign => $1)", [campaign_id]);
      expect(rows).toMatchObject([{ waits_for_server: waits }]);
    },
  );

  test("the lists count and show who is in hand as queued", async () => {
    const { campaign_id } = await create(BASIC);
    await inEveryState(campaign_id);
    const { rows } = await world.as("admin", "select * from list_campaigns()");
    expect(rows).toEqual([
      {
        id: campaign_id,
        created_at: expect.any(Date),
        created_by_email: "admin@example.org",
        plan_level: "ug",
        plan_exam: "cet",
        plan_name: "Basic",
        subject: "Subject",
        body: "Body",
        ...sending,
        queued: 3,
        sent: 1,
        failed: 1,
        skipped: 1,
        stopped: 0,
        waits_for_server: false,
        total: "1",
      },
    ]);
    const list = async (rest: string) =>
      (await world.as("admin", `select * from list_campaign_recipients($1${rest})`, [campaign_id])).rows;
    expect((await list(", 'queued'")).map(({ name, state }) => [name, state])).toEqual([
      ["Other Gowda", "queued"],
      ["queued", "queued"],
      ["sending", "queued"],
    ]);
    expect(await list(", 'failed'")).toEqual([
      {
        id: expect.any(String),
        name: "failed",
        email: "failed@example.org",
        state: "failed",
        reason: "why",
        attempts: 3,
        finished_at: expect.any(Date),
        total: "1",
      },
    ]);
  });
});

describe("the lists", () => {
  test("campaigns come newest first, a page at a time", async () => {
    for (const plan of [ALL, BASIC, ["ug", "cet", "Advanced"] as Plan]) {
      await create(plan);
      await world.withoutTriggers("update campaigns set created_at = created_at - interval '1 minute'");
    }
    const page = async (number: number) =>
      (await world.as("admin", "select * from list_campaigns($1, 2)", [number])).rows.map((row) => [
        row.plan_name,
        row.queued,
        row.total,
      ]);
    expect([await page(1), await page(2), await page(3)]).toEqual([
      [
        ["Advanced", 1, "3"],
        ["Basic", 1, "3"],
      ],
      [[null, 2, "3"]],
      [],
    ]);
  });

  test.each([
    ["", ["other@example.org", "planned@example.org"]],
    [" PLANNED@ex", ["planned@example.org"]],
    ["other gow", ["other@example.org"]],
    ["%", []],
    ["_", []],
  ])("a search of recipients for %j finds %j", async (search, emails) => {
    const { campaign_id } = await create();
    const list = async (page: number) =>
      (
        await world.as(
          "admin",
          "select * from list_campaign_recipients($1, search => $2, page => $3, page_size => 1)",
          [campaign_id, search, page],
        )
      ).rows;
    const rows = [...(await list(1)), ...(await list(2)), ...(await list(3))];
    expect(rows.map(({ email }) => email)).toEqual(emails);
    expect(rows.every(({ total }) => Number(total) === emails.length)).toBe(true);
  });
});

test("turning mail off through the link needs no plan, and holds when one is assigned later", async () => {
  const choice = async (who: { id: string }) =>
    (await world.asOwner("select notify_email from profiles where id = $1", [who.id]))[0]?.notify_email;
  for (const who of [expired, student, planned]) {
    for (const _time of [1, 2]) await world.asOwner("select private.turn_off_email($1)", [who.id]);
    expect(await choice(who)).toBe(false);
    await world.as("admin", "select assign_plan($1, 'ug', 'cet', 'Basic')", [who.id]);
    expect(await choice(who)).toBe(false);
  }
  expect(await choice(other)).toBe(true);
});
