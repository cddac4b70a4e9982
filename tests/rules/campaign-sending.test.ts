import { describe, expect, test } from "vitest";
import {
  CAMPAIGN,
  insertCampaign,
  insertLaterCampaign,
  LATER_CAMPAIGN,
  readRecipient,
} from "./campaign-world.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

describe("the result of a mail", () => {
  test.each(["sending", "queued", "failed", "skipped"])(
    "that was sent marks its recipient as sent, even if they were %s",
    async (state) => {
      const id = await insertCampaign(world, "sending", { state });
      await world.asOwner("update campaign_recipients set reason = 'busy'");
      await world.asOwner("select private.record_sent($1)", [id]);
      expect(await readRecipient(world)).toEqual({
        state: "sent",
        reason: null,
        attempts: 1,
        is_final: true,
      });
    },
  );

  test("that was refused marks its recipient as failed", async () => {
    const id = await insertCampaign(world, "sending", { state: "sending" });
    await world.asOwner("select private.record_failed($1, 'no such mailbox')", [id]);
    expect(await readRecipient(world)).toEqual({
      state: "failed",
      reason: "no such mailbox",
      attempts: 1,
      is_final: true,
    });
  });

  test.each([
    ["was sent", "record_sent($1)", "sent"],
    ["failed", "record_failed($1, 'no such mailbox')", "sent"],
    ["was postponed", "requeue_recipients(array[$1::uuid], 'busy', true, '0')", "sent"],
    ["failed", "record_failed($1, 'no such mailbox')", "queued"],
  ])(
    "that %s is ignored for a recipient whom another server has settled: %s, %s",
    async (_what, call, state) => {
      const id = await insertCampaign(world, "sending", { state });
      await world.asOwner(
        "update campaign_recipients set attempts = 1, finished_at = finished_at - interval '1 hour'",
      );
      const row = () => world.asOwner("select * from campaign_recipients");
      const before = await row();
      await world.asOwner(`select private.${call}`, [id]);
      expect(await row()).toEqual(before);
    },
  );

  test.each([
    "record_sent($1)",
    "record_failed($1, 'gone')",
    "requeue_recipients(array[$1::uuid], 'busy', true, '0')",
  ])("does not change another recipient in progress: %s", async (call) => {
    const id = await insertCampaign(world, "sending", { state: "sending" });
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
    ["sending", { state: "queued", reason: "busy", attempts: 1, is_final: false }],
    ["paused", { state: "queued", reason: "busy", attempts: 1, is_final: false }],
    ["stopped", { state: "skipped", reason: "Stopped by an admin", attempts: 1, is_final: true }],
  ])("that was postponed while its campaign is %s queues or skips the recipient", async (state, expected) => {
    const id = await insertCampaign(world, state, { state: "sending" });
    await world.asOwner("select private.requeue_recipients(array[$1::uuid], 'busy', true, '1 minute')", [id]);
    expect(await readRecipient(world)).toEqual(expected);
    expect(await world.asOwner("select from private.claim_recipients(5)")).toEqual([]);
  });

  test("that a killed server did not record leaves the recipient queued, with the attempts they had", async () => {
    await insertCampaign(world, "sending", { state: "sending" });
    await world.asOwner("update campaign_recipients set reason = 'busy', attempts = 2");
    await world.asOwner("select private.requeue_abandoned()");
    expect(await readRecipient(world)).toEqual({
      state: "queued",
      reason: "busy",
      attempts: 2,
      is_final: false,
    });
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
])("a campaign that is %s and whose last recipient is %j is then %s", async (state, recipient, expected) => {
  await insertCampaign(world, state, recipient);
  await world.asOwner("select private.finish_campaigns()");
  expect(await world.asOwner("select state from campaigns")).toEqual([{ state: expected }]);
});

test.each([
  ["sending", CAMPAIGN, { state: "paused", paused_by: "failures" }],
  ["sending", LATER_CAMPAIGN, { state: "sending", paused_by: null }],
  ["paused", CAMPAIGN, { state: "paused", paused_by: "admin" }],
  ["stopped", CAMPAIGN, { state: "stopped", paused_by: null }],
])("a campaign that is %s, when too many mails of %s fail, is then %j", async (state, failing, expected) => {
  await insertCampaign(world, state);
  await world.asOwner("select private.pause_for_failures($1)", [failing]);
  expect(await world.asOwner("select state, paused_by from campaigns")).toEqual([expected]);
});

test("a campaign has only its own attachments, in their order", async () => {
  await insertCampaign(world, "sending");
  const content = async () =>
    (await world.asOwner("select * from private.campaign_content($1)", [CAMPAIGN]))[0];
  await insertLaterCampaign(world);
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

test("the backlog counts queued recipients, even paused or not due, separately from those in progress", async () => {
  await insertCampaign(world, "paused", { due: "1 hour" });
  const backlog = () => world.asOwner("select * from private.campaign_backlog()");
  expect(await backlog()).toEqual([{ queued: 1, sending: 0 }]);
  await world.asOwner("update campaign_recipients set state = 'sending'");
  expect(await backlog()).toEqual([{ queued: 0, sending: 1 }]);
});

test.each([
  ["done", "sent", 1],
  ["stopped", "failed", 1],
  ["stopped", "skipped", 0],
])(
  "of a campaign that is %s, a recipient who is %s has %i log entries",
  async (campaignState, state, lines) => {
    await insertCampaign(world, campaignState, { state });
    expect(await world.asOwner("select from private.campaigns_to_log()")).toHaveLength(1);
    expect(await world.asOwner("select from private.results_to_log($1, now())", [CAMPAIGN])).toHaveLength(
      lines,
    );
  },
);

test("a paused campaign is not logged yet", async () => {
  await insertCampaign(world, "paused", { state: "sent" });
  expect(await world.asOwner("select from private.campaigns_to_log()")).toEqual([]);
});

test("a campaign that was resumed after it was logged is logged again, without the results already in the log", async () => {
  await insertCampaign(world, "done", { state: "sent" });
  const results = () =>
    world.asOwner("select from private.results_to_log($1, now() - interval '1 minute')", [CAMPAIGN]);
  const finish = (table: string, ago: string) =>
    world.asOwner(`update ${table} set finished_at = now() - $1::interval`, [ago]);
  const mark = (ago: string) =>
    world.asOwner("select private.mark_logged($1, now() - $2::interval)", [CAMPAIGN, ago]);
  await finish("campaign_recipients", "0");
  expect(await results()).toEqual([]); // these are newer than the requested instant
  await finish("campaign_recipients", "3 minutes");
  await mark("1 hour");
  expect(await results()).toHaveLength(1);
  expect(await world.asOwner("select from private.campaigns_to_log()")).toHaveLength(1);
  await mark("3 minutes");
  expect(await results()).toEqual([]);
});

test("results are logged once, as soon as no recipient is in progress", async () => {
  const toLog = async () =>
    (await world.asOwner<{ until: string }>("select until from private.campaigns_to_log()"))[0];
  await insertCampaign(world, "stopped", { state: "sending" });
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

test.each(["student", "admin", "secretKey"] as const)(
  "the role %s cannot call the functions of the sender",
  async (who) => {
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
  },
);
