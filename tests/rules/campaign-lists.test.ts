import { expect, test } from "vitest";
import {
  ALL_PLANS,
  addRecipientInEachState,
  BASIC,
  type CampaignPlan,
  createCampaign,
} from "./campaign-world.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

test("the lists distinguish recipients skipped by a stop from those skipped at the start", async () => {
  const { campaign_id } = await createCampaign(world, BASIC);
  await addRecipientInEachState(world, campaign_id);
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
  ["whose mail server is unreachable", "sending", "null", false, true],
  ["whose mail server is reachable again", "sending", "now()", false, false],
  ["whose recipients wait because of their own failures", "sending", "null", true, false],
  ["that is paused", "paused", "null", false, false],
])(
  "the list shows whether a campaign %s waits for the mail server",
  async (_which, state, sentAt, counts, waits) => {
    const { campaign_id } = await createCampaign(world, ALL_PLANS);
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

test("the lists count and show recipients in progress as queued", async () => {
  const { campaign_id } = await createCampaign(world, BASIC);
  await addRecipientInEachState(world, campaign_id);
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
      audience: null,
      attachments: [],
      content: null,
      send_at: null,
      waits_for_approval: false,
      is_own: true,
      state: "sending",
      paused_by: null,
      finished_at: null,
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
test("campaigns are listed newest first, one page at a time", async () => {
  for (const plan of [ALL_PLANS, BASIC, ["ug", "cet", "Advanced"] as CampaignPlan]) {
    await createCampaign(world, plan);
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
])("searching recipients for %j finds %j", async (search, emails) => {
  const { campaign_id } = await createCampaign(world);
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
