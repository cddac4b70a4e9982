import { expect, test } from "vitest";
import { addRecipientInEachState, BASIC, createCampaign, recipientsOf } from "./campaign-world.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

const ENDED = refusedWith("This campaign has ended.");
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
  ["pause_campaign", stopped, ENDED],
  ["pause_campaign", done, ENDED],
  ["resume_campaign", sending, sending],
  ["resume_campaign", paused, sending],
  ["resume_campaign", pausedByFailures, sending],
  ["resume_campaign", stopped, ENDED],
  ["resume_campaign", done, ENDED],
  ["stop_campaign", sending, stopped],
  ["stop_campaign", paused, stopped],
  ["stop_campaign", pausedByFailures, stopped],
  ["stop_campaign", stopped, stopped],
  ["stop_campaign", done, ENDED],
  ["retry_failed", sending, refusedWith("This campaign is still being sent.")],
  ["retry_failed", paused, PAUSED],
  ["retry_failed", pausedByFailures, PAUSED],
  ["retry_failed", stopped, sending],
  ["retry_failed", done, sending],
])("%s turns %j into %j", async (action, before, after) => {
  const { campaign_id } = await createCampaign(world);
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
  "%s refuses a campaign that does not exist",
  async (action) => {
    expect(await world.refusal("admin", `select ${action}(gen_random_uuid())`)).toEqual(
      refusedWith("There is no such campaign."),
    );
  },
);

test("stopping a campaign skips its queued recipients, and changes none that is in progress or final", async () => {
  const { campaign_id } = await createCampaign(world, BASIC);
  await addRecipientInEachState(world, campaign_id);
  await world.as("admin", "select stop_campaign($1)", [campaign_id]);
  const skipped = { state: "skipped", reason: "Stopped by an admin" };
  expect(await recipientsOf(world, campaign_id)).toEqual([
    { email: "failed@example.org", state: "failed", reason: "why" },
    { email: "other@example.org", ...skipped },
    { email: "queued@example.org", ...skipped },
    { email: "sending@example.org", state: "sending", reason: "why" },
    { email: "sent@example.org", state: "sent", reason: "why" },
    { email: "skipped@example.org", state: "skipped", reason: "why" },
  ]);
});

test("recipients who are still queued after a stop are skipped by the job, or before the next retry", async () => {
  const { campaign_id } = await createCampaign(world, BASIC);
  await addRecipientInEachState(world, campaign_id);
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

test("retrying queues only the failed recipients again, with all their attempts", async () => {
  const { campaign_id } = await createCampaign(world, BASIC);
  await addRecipientInEachState(world, campaign_id);
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
