import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createDatabase } from "../cluster.ts";
import { people } from "./people.ts";
import { openStage, type Scene, type Stage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const STUDENT = people.student.id;
const CAMPAIGN = "c0000000-0000-4000-8000-000000000001";

type Recipient = { user?: string | null; state?: string; due?: string };

/** One campaign to one recipient, who is due unless said otherwise. */
async function campaign(
  { owner, history }: Scene,
  state: string,
  recipient: Recipient = {},
): Promise<string> {
  await owner("delete from campaigns");
  await history(
    `insert into campaigns (id, request_id, subject, body, state, paused_by, finished_at)
     values ('${CAMPAIGN}', gen_random_uuid(), 'Round one', 'Choose.', $1, case $1 when 'paused' then 'admin' end,
       case when $1 in ('stopped', 'done') then now() end)`,
    [state],
  );
  const { user = STUDENT, state: is = "queued", due = "-1 second" } = recipient;
  const [row] = await owner<{ id: string }>(
    `insert into campaign_recipients (campaign_id, user_id, name, email, state, due_at, finished_at)
     values ('${CAMPAIGN}', $1, 'Asha', 'asha@example.org', $2, now() + $3::interval,
       case when $2 in ('sent', 'failed', 'skipped') then now() end) returning id`,
    [user, is, due],
  );
  return row?.id as string;
}

const recipientIn = async ({ owner }: Scene) =>
  (
    await owner("select state, reason, attempts, finished_at is not null as over from campaign_recipients")
  )[0];

describe("a claim", () => {
  test.each([
    ["of a campaign that is being sent", "sending", {}, 1],
    ["of one that is paused", "paused", {}, 0],
    ["of one that was stopped", "stopped", {}, 0],
    ["before a further try is due", "sending", { due: "1 second" }, 0],
    ["of somebody who is in hand already", "sending", { state: "sending" }, 0],
    ["of somebody who had it", "sending", { state: "sent" }, 0],
  ] as const)("%s", (_what, state, recipient, count) =>
    stage.scene(async (scene) => {
      await campaign(scene, state, recipient);
      expect(await scene.owner("select email from private.claim_recipients(5)")).toHaveLength(count);
    }),
  );

  test.each([
    ["whose account is gone", null, "The account is gone"],
    ["who turned e-mail off meanwhile", STUDENT, "Turned off e-mail"],
    ["who has written the address of one who did", people.other.id, "Turned off e-mail"],
  ])("skips somebody %s", (_who, user, reason) =>
    stage.scene(async (scene) => {
      await campaign(scene, "sending", { user });
      await scene.owner("update campaign_recipients set email = 'Student@Example.org'");
      await scene.owner("update profiles set notify_email = false where id = $1", [STUDENT]);
      expect(await scene.owner("select from private.claim_recipients(5)")).toEqual([]);
      expect(await recipientIn(scene)).toEqual({ state: "skipped", reason, attempts: 0, over: true });
    }),
  );
});

test.each([
  ["paused", "state = 'paused', paused_by = 'admin'"],
  ["stopped", "state = 'stopped', finished_at = now()"],
])(
  "a claim that comes while a campaign is being %s waits for that, and takes nobody",
  async (_what, change) => {
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
       insert into campaign_recipients (campaign_id, user_id, name, email)
       select campaign.id, profile.id, 'Asha', 'asha@example.org' from campaign, profile`,
      );
      await admin.query("begin");
      await admin.query(`update campaigns set ${change}`);
      const claimed = sender.query("select from private.claim_recipients(5)");
      await vi.waitFor(async () => {
        expect(
          await database.query(
            "select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'claim'",
          ),
        ).toHaveLength(1);
      });
      await admin.query("commit");
      expect((await claimed).rows).toEqual([]);
    } finally {
      await Promise.all([admin.end(), sender.end()]);
      await database.drop();
    }
  },
);

describe("what became of a mail", () => {
  test.each(["sending", "queued", "failed", "skipped"])("it was sent, though it counted as %s", (state) =>
    stage.scene(async (scene) => {
      const id = await campaign(scene, "sending", { state });
      await scene.owner("select private.record_sent($1)", [id]);
      expect(await recipientIn(scene)).toEqual({ state: "sent", reason: null, attempts: 1, over: true });
    }),
  );

  test("it failed, but another had sent it", () =>
    stage.scene(async (scene) => {
      const id = await campaign(scene, "sending", { state: "sent" });
      await scene.owner("select private.record_failed($1, 'no such mailbox')", [id]);
      expect(await recipientIn(scene)).toMatchObject({ state: "sent", reason: null });
    }));

  test.each([
    ["sending", { state: "queued", reason: "busy", attempts: 1, over: false }],
    ["paused", { state: "queued", reason: "busy", attempts: 1, over: false }],
    ["stopped", { state: "skipped", reason: "Stopped by an admin", attempts: 1, over: true }],
  ])("one that did not work, of a campaign that is %s", (state, expected) =>
    stage.scene(async (scene) => {
      const id = await campaign(scene, state, { state: "sending" });
      await scene.owner("select private.put_back(array[$1::uuid], 'busy', true, '1 minute')", [id]);
      expect(await recipientIn(scene)).toEqual(expected);
      expect(await scene.owner("select from private.claim_recipients(5)")).toEqual([]);
    }),
  );

  test("those whom a server had in hand when it died go back into the queue, with the tries they had", () =>
    stage.scene(async (scene) => {
      await campaign(scene, "sending", { state: "sending" });
      await scene.owner("select private.put_back_left_ones()");
      expect(await recipientIn(scene)).toEqual({ state: "queued", reason: null, attempts: 0, over: false });
      expect(await scene.owner("select from private.claim_recipients(5)")).toHaveLength(1);
    }));
});

test.each([
  ["queued", "sending"],
  ["sending", "sending"],
  ["sent", "done"],
  ["failed", "done"],
  ["skipped", "done"],
])("with its last recipient %s a campaign is %s", (state, expected) =>
  stage.scene(async (scene) => {
    await campaign(scene, "sending", { state });
    await scene.owner("select private.finish_campaigns()");
    expect(await scene.owner("select state from campaigns")).toEqual([{ state: expected }]);
  }),
);

test("results are logged once, and not before nothing is in hand", () =>
  stage.scene(async (scene) => {
    const toLog = async () =>
      (await scene.owner<{ until: string }>("select until from private.campaigns_to_log()"))[0];
    await campaign(scene, "stopped", { state: "sending" });
    expect(await toLog()).toBeUndefined();
    await scene.owner("update campaign_recipients set state = 'sent', finished_at = now()");
    const log = await toLog();
    const results = () =>
      scene.owner("select email, state from private.results_to_log($1, $2)", [CAMPAIGN, log?.until]);
    expect(await results()).toEqual([{ email: "asha@example.org", state: "sent" }]);
    await scene.owner("select private.mark_logged($1, $2)", [CAMPAIGN, log?.until]);
    expect(await results()).toEqual([]);
    expect(await toLog()).toBeUndefined();
  }));

test.each(["student", "admin", "secretKey"] as const)("a %s does none of this", (who) =>
  stage.scene(async (scene) => {
    for (const call of [
      "claim_recipients(1)",
      "record_sent(gen_random_uuid())",
      "record_failed(gen_random_uuid(), '')",
      "put_back('{}', '', true, '0')",
      "put_back_left_ones()",
      "pause_for_failures(gen_random_uuid())",
      "finish_campaigns()",
      "campaign_content(gen_random_uuid())",
      "campaigns_to_log()",
      "results_to_log(gen_random_uuid(), now())",
      "mark_logged(gen_random_uuid(), now())",
      "campaign_backlog()",
    ])
      expect(await scene.refusal(who, `select private.${call}`)).toMatchObject({ code: "42501" });
  }),
);
