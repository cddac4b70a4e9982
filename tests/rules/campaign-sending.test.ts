import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

const STUDENT = people.student.id;
const CAMPAIGN = "c0000000-0000-4000-8000-000000000001";
const LATER_CAMPAIGN = "c0000000-0000-4000-8000-000000000002";

type Recipient = { user?: string | null; state?: string; due?: string };

/** One campaign to one recipient, who is due unless said otherwise. */
async function campaign(state: string, recipient: Recipient = {}): Promise<string> {
  await world.asOwner("delete from campaigns");
  await world.withoutTriggers(
    `insert into campaigns (id, request_id, subject, body, state, paused_by, finished_at)
     values ('${CAMPAIGN}', gen_random_uuid(), 'Round one', 'Choose.', $1, case $1 when 'paused' then 'admin' end,
       case when $1 in ('stopped', 'done') then now() end)`,
    [state],
  );
  const { user = STUDENT, state: is = "queued", due = "-1 second" } = recipient;
  const [row] = await world.asOwner<{ id: string }>(
    `insert into campaign_recipients (campaign_id, user_id, name, email, state, due_at, finished_at)
     values ('${CAMPAIGN}', $1, 'Asha', 'asha@example.org', $2, now() + $3::interval,
       case when $2 in ('sent', 'failed', 'skipped') then now() end) returning id`,
    [user, is, due],
  );
  return row?.id as string;
}

const recipientIn = async () =>
  (
    await world.asOwner(
      "select state, reason, attempts, finished_at is not null as over from campaign_recipients",
    )
  )[0];

describe("a claim", () => {
  test.each([
    ["of a campaign that is being sent", "sending", {}, 1],
    ["of one that is paused", "paused", {}, 0],
    ["of one that was stopped", "stopped", {}, 0],
    ["before a further try is due", "sending", { due: "1 second" }, 0],
    ["of somebody who is in hand already", "sending", { state: "sending" }, 0],
    ["of somebody who had it", "sending", { state: "sent" }, 0],
  ] as const)("%s", async (_what, state, recipient, count) => {
    await campaign(state, recipient);
    expect(await world.asOwner("select email from private.claim_recipients(5)")).toHaveLength(count);
  });

  test.each([
    ["whose account is gone", null, "asha@example.org", "The account is gone"],
    ["who turned e-mail off meanwhile", STUDENT, "asha@example.org", "Turned off e-mail"],
    [
      "who has written the address of one who did",
      people.other.id,
      "Student@Example.org",
      "Turned off e-mail",
    ],
  ])("skips somebody %s", async (_who, user, email, reason) => {
    await campaign("sending", { user });
    await world.asOwner("update campaign_recipients set email = $1", [email]);
    await world.asOwner("update profiles set notify_email = false where id = $1", [STUDENT]);
    expect(await world.asOwner("select from private.claim_recipients(5)")).toEqual([]);
    expect(await recipientIn()).toEqual({ state: "skipped", reason, attempts: 0, over: true });
  });

  test.each([
    ["the older of two campaigns", [-1], [-1], ["older -1"]],
    ["the newer, while the older has only tries that come later", [60], [-1], ["newer -1"]],
    ["of those who are due, though others of it are not", [60, -1], [-1], ["older -1"]],
    ["no more than were asked for, who has waited longest first", [-1, -3, -2], [], ["older -2", "older -3"]],
  ])("is %s", async (_what, older, newer, names) => {
    await campaign("sending");
    await world.asOwner("delete from campaign_recipients");
    await world.withoutTriggers(
      `insert into campaigns (id, request_id, created_at, subject, body)
         values ($1, gen_random_uuid(), now() + interval '1 second', 'Round two', 'Choose.')`,
      [LATER_CAMPAIGN],
    );
    for (const [id, age, seconds] of [
      [CAMPAIGN, "older", older],
      [LATER_CAMPAIGN, "newer", newer],
    ])
      await world.asOwner(
        `insert into campaign_recipients (campaign_id, user_id, name, email, due_at)
           select $1, $2, $3 || ' ' || due, due || '@example.org', now() + due * interval '1 second'
           from unnest($4::int[]) as due`,
        [id, STUDENT, age, seconds],
      );
    const claimed = await world.asOwner("select name from private.claim_recipients(2) order by name");
    expect(claimed.map(({ name }) => name)).toEqual(names);
  });

  test("keeps why the try before did not work", async () => {
    await campaign("sending");
    await world.asOwner("update campaign_recipients set reason = 'busy', attempts = 1");
    await world.asOwner("select private.claim_recipients(5)");
    expect(await recipientIn()).toEqual({
      state: "sending",
      reason: "busy",
      attempts: 1,
      over: false,
    });
  });
});

/** A campaign to one recipient in a database where an admin and the sender do something at the same time. */
async function atOnce<T>(
  state: string,
  work: (admin: pg.Client, sender: pg.Client, database: TestDatabase) => Promise<T>,
): Promise<T> {
  const database = await createDatabase();
  const [admin, sender] = [1, 2].map(() => new pg.Client({ connectionString: database.url })) as [
    pg.Client,
    pg.Client,
  ];
  try {
    await Promise.all([admin.connect(), sender.connect()]);
    await admin.query(
      `with student as (insert into auth.users (email) values ('asha@example.org') returning id),
       profile as (insert into profiles (id, email, first_name, last_name, phone)
         select id, 'asha@example.org', 'Asha', 'Gowda', '1' from student returning id),
       campaign as (insert into campaigns (request_id, subject, body) values (gen_random_uuid(), 'a', 'b') returning id)
       insert into campaign_recipients (campaign_id, user_id, name, email, state, finished_at)
       select campaign.id, profile.id, 'Asha', 'asha@example.org', $1, case $1 when 'failed' then now() end
       from campaign, profile`,
      [state],
    );
    await admin.query("begin");
    return await work(admin, sender, database);
  } finally {
    await Promise.all([admin.end(), sender.end()]);
    await database.drop();
  }
}

/** What the sender asks while an admin's change is under way has to wait for it. Answers what the sender gets then. */
const duringChange = (change: string, state: string, asked: string) =>
  atOnce(state, async (admin, sender, database) => {
    await admin.query(`update campaigns set ${change}`);
    const answered = sender.query(asked);
    await vi.waitFor(async () => {
      expect(
        await database.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'private'",
        ),
      ).toHaveLength(1);
    }, 20_000);
    await admin.query("commit");
    const { rows } = await answered;
    return { rows, recipients: await database.query("select state, reason from campaign_recipients") };
  });

const STOP = "state = 'stopped', finished_at = now()";

test.each([
  ["paused", "state = 'paused', paused_by = 'admin'"],
  ["stopped", STOP],
])(
  "a claim that comes while a campaign is being %s waits for that, and takes nobody",
  async (_what, change) => {
    const { rows } = await duringChange(change, "queued", "select from private.claim_recipients(5)");
    expect(rows).toEqual([]);
  },
);

test("who was in hand while a campaign was being stopped does not go back into the queue", async () => {
  const { recipients } = await duringChange(STOP, "sending", "select private.requeue_abandoned()");
  expect(recipients).toEqual([{ state: "skipped", reason: "Stopped by an admin" }]);
});

test("a campaign whose failed mails are just being queued anew is not over, and the sender does not wait for that", () =>
  atOnce("failed", async (admin, sender, database) => {
    await admin.query("select from campaigns for update");
    await admin.query("update campaign_recipients set state = 'queued', finished_at = null");
    await sender.query("set statement_timeout = '5s'");
    await sender.query("select private.finish_campaigns()");
    await admin.query("commit");
    expect(await database.query("select state from campaigns")).toEqual([{ state: "sending" }]);
  }));

describe("what became of a mail", () => {
  test.each(["sending", "queued", "failed", "skipped"])(
    "it was sent, though it counted as %s",
    async (state) => {
      const id = await campaign("sending", { state });
      await world.asOwner("update campaign_recipients set reason = 'busy'");
      await world.asOwner("select private.record_sent($1)", [id]);
      expect(await recipientIn()).toEqual({ state: "sent", reason: null, attempts: 1, over: true });
    },
  );

  test("it failed", async () => {
    const id = await campaign("sending", { state: "sending" });
    await world.asOwner("select private.record_failed($1, 'no such mailbox')", [id]);
    expect(await recipientIn()).toEqual({
      state: "failed",
      reason: "no such mailbox",
      attempts: 1,
      over: true,
    });
  });

  test.each([
    ["was sent", "record_sent($1)", "sent"],
    ["failed", "record_failed($1, 'no such mailbox')", "sent"],
    ["did not work", "requeue_recipients(array[$1::uuid], 'busy', true, '0')", "sent"],
    ["failed", "record_failed($1, 'no such mailbox')", "queued"],
  ])("it %s, but by then another had left it: %s, %s", async (_what, call, state) => {
    const id = await campaign("sending", { state });
    await world.asOwner(
      "update campaign_recipients set attempts = 1, finished_at = finished_at - interval '1 hour'",
    );
    const row = () => world.asOwner("select * from campaign_recipients");
    const before = await row();
    await world.asOwner(`select private.${call}`, [id]);
    expect(await row()).toEqual(before);
  });

  test.each([
    "record_sent($1)",
    "record_failed($1, 'gone')",
    "requeue_recipients(array[$1::uuid], 'busy', true, '0')",
  ])("nobody else in hand is concerned: %s", async (call) => {
    const id = await campaign("sending", { state: "sending" });
    await world.asOwner(
      `insert into campaign_recipients (campaign_id, user_id, name, email, state)
           values ('${CAMPAIGN}', $1, 'Ravi', 'ravi@example.org', 'sending')`,
      [people.other.id],
    );
    await world.asOwner(`select private.${call}`, [id]);
    expect(await world.asOwner("select name from campaign_recipients where state = 'sending'")).toEqual([
      { name: "Ravi" },
    ]);
  });

  test.each([
    ["sending", { state: "queued", reason: "busy", attempts: 1, over: false }],
    ["paused", { state: "queued", reason: "busy", attempts: 1, over: false }],
    ["stopped", { state: "skipped", reason: "Stopped by an admin", attempts: 1, over: true }],
  ])("one that did not work, of a campaign that is %s", async (state, expected) => {
    const id = await campaign(state, { state: "sending" });
    await world.asOwner("select private.requeue_recipients(array[$1::uuid], 'busy', true, '1 minute')", [id]);
    expect(await recipientIn()).toEqual(expected);
    expect(await world.asOwner("select from private.claim_recipients(5)")).toEqual([]);
  });

  test("those whom a server had in hand when it died go back into the queue, with the tries they had", async () => {
    await campaign("sending", { state: "sending" });
    await world.asOwner("update campaign_recipients set reason = 'busy', attempts = 2");
    await world.asOwner("select private.requeue_abandoned()");
    expect(await recipientIn()).toEqual({ state: "queued", reason: "busy", attempts: 2, over: false });
    expect(await world.asOwner("select from private.claim_recipients(5)")).toHaveLength(1);
  });
});

test.each([
  ["sending", { state: "queued" }, "sending"],
  ["sending", { state: "queued", due: "1 hour" }, "sending"],
  ["sending", { state: "sending" }, "sending"],
  ["sending", { state: "sent" }, "done"],
  ["sending", { state: "failed" }, "done"],
  ["sending", { state: "skipped" }, "done"],
  ["paused", { state: "sent" }, "paused"],
  ["stopped", { state: "sent" }, "stopped"],
])(
  "a campaign that is %s, with its last recipient %j, becomes or stays %s",
  async (is, recipient, expected) => {
    await campaign(is, recipient);
    await world.asOwner("select private.finish_campaigns()");
    expect(await world.asOwner("select state from campaigns")).toEqual([{ state: expected }]);
  },
);

test.each([
  ["sending", CAMPAIGN, { state: "paused", paused_by: "failures" }],
  ["sending", LATER_CAMPAIGN, { state: "sending", paused_by: null }],
  ["paused", CAMPAIGN, { state: "paused", paused_by: "admin" }],
  ["stopped", CAMPAIGN, { state: "stopped", paused_by: null }],
])("a campaign that is %s, when too much of %s fails, is %j", async (is, failing, expected) => {
  await campaign(is);
  await world.asOwner("select private.pause_for_failures($1)", [failing]);
  expect(await world.asOwner("select state, paused_by from campaigns")).toEqual([expected]);
});

test("a campaign has its own attachments, in their order", async () => {
  await campaign("sending");
  const content = async () =>
    (await world.asOwner("select * from private.campaign_content($1)", [CAMPAIGN]))[0];
  await world.withoutTriggers(
    `insert into campaigns (id, request_id, subject, body) values ($1, gen_random_uuid(), 'Round two', 'Choose.')`,
    [LATER_CAMPAIGN],
  );
  const attach = (to: string, position: number, name: string) =>
    world.asOwner("insert into private.campaign_attachments values ($1, $2, $3, 'text/plain', $4)", [
      to,
      position,
      name,
      Buffer.from(name),
    ]);
  await attach(LATER_CAMPAIGN, 1, "another's");
  expect(await content()).toEqual({ subject: "Round one", body: "Choose.", attachments: [] });
  await attach(CAMPAIGN, 2, "second");
  await attach(CAMPAIGN, 1, "first");
  expect((await content())?.attachments).toEqual(
    ["first", "second"].map((filename) => ({
      filename,
      contentType: "text/plain",
      content: Buffer.from(filename).toString("base64"),
    })),
  );
});

test("what waits is counted before it is due and while its campaign is paused, what is in hand by itself", async () => {
  await campaign("paused", { due: "1 hour" });
  const backlog = () => world.asOwner("select * from private.campaign_backlog()");
  expect(await backlog()).toEqual([{ queued: 1, sending: 0 }]);
  await world.asOwner("update campaign_recipients set state = 'sending'");
  expect(await backlog()).toEqual([{ queued: 0, sending: 1 }]);
});

test.each([
  ["done", "sent", 1],
  ["stopped", "failed", 1],
  ["stopped", "skipped", 0],
])("of a campaign that is %s, for somebody %s the log has %i lines", async (is, state, lines) => {
  await campaign(is, { state });
  expect(await world.asOwner("select from private.campaigns_to_log()")).toHaveLength(1);
  expect(await world.asOwner("select from private.results_to_log($1, now())", [CAMPAIGN])).toHaveLength(
    lines,
  );
});

test("a campaign that is paused is not logged yet", async () => {
  await campaign("paused", { state: "sent" });
  expect(await world.asOwner("select from private.campaigns_to_log()")).toEqual([]);
});

test("a campaign that goes on after it was logged is logged again, without what is in the log", async () => {
  await campaign("done", { state: "sent" });
  const results = () =>
    world.asOwner("select from private.results_to_log($1, now() - interval '1 minute')", [CAMPAIGN]);
  const finish = (table: string, ago: string) =>
    world.asOwner(`update ${table} set finished_at = now() - $1::interval`, [ago]);
  const mark = (ago: string) =>
    world.asOwner("select private.mark_logged($1, now() - $2::interval)", [CAMPAIGN, ago]);
  await finish("campaign_recipients", "0");
  expect(await results()).toEqual([]); // after the instant that is asked for
  await finish("campaign_recipients", "3 minutes");
  await mark("1 hour");
  expect(await results()).toHaveLength(1);
  expect(await world.asOwner("select from private.campaigns_to_log()")).toHaveLength(1);
  await mark("3 minutes");
  expect(await results()).toEqual([]);
});

test("results are logged once, and not before nothing is in hand", async () => {
  const toLog = async () =>
    (await world.asOwner<{ until: string }>("select until from private.campaigns_to_log()"))[0];
  await campaign("stopped", { state: "sending" });
  expect(await toLog()).toBeUndefined();
  await world.asOwner("update campaign_recipients set state = 'sent', finished_at = now()");
  const log = await toLog();
  const results = () =>
    world.asOwner("select email, state from private.results_to_log($1, $2)", [CAMPAIGN, log?.until]);
  expect(await results()).toEqual([{ email: "asha@example.org", state: "sent" }]);
  await world.asOwner("select private.mark_logged($1, $2)", [CAMPAIGN, log?.until]);
  expect(await results()).toEqual([]);
  expect(await toLog()).toBeUndefined();
});

test.each(["student", "admin", "secretKey"] as const)("a %s does none of this", async (who) => {
  for (const call of [
    "claim_recipients(1)",
    "record_sent(gen_random_uuid())",
    "record_failed(gen_random_uuid(), '')",
    "requeue_recipients('{}', '', true, '0')",
    "requeue_abandoned()",
    "pause_for_failures(gen_random_uuid())",
    "finish_campaigns()",
    "campaign_content(gen_random_uuid())",
    "campaigns_to_log()",
    "results_to_log(gen_random_uuid(), now())",
    "mark_logged(gen_random_uuid(), now())",
    "campaign_backlog()",
  ])
    expect(await world.refusal(who, `select private.${call}`)).toMatchObject({ code: "42501" });
});
