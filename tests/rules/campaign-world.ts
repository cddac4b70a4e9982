import { randomUUID } from "node:crypto";
import { people } from "./people.ts";
import type { RulesWorld } from "./rules-world.ts";

export type CampaignPlan = [level: string | null, exam: string | null, name: string | null];
export const ALL_PLANS: CampaignPlan = [null, null, null];
export const BASIC: CampaignPlan = ["ug", "cet", "Basic"];

/** Creates a campaign as the server does for an admin. */
export async function createCampaign(
  world: RulesWorld,
  plan: CampaignPlan = ALL_PLANS,
  request: string = randomUUID(),
) {
  await world.asOwner("select set_config('request.jwt.claims', $1, true)", [
    JSON.stringify(people.admin.claims),
  ]);
  const [campaign] = await world.asOwner<{ campaign_id: string; recipients: number; turned_off: number }>(
    "select * from private.create_campaign($1, $2, $3, $4, 'Subject', 'Body', '[]')",
    [request, ...plan],
  );
  return campaign as NonNullable<typeof campaign>;
}

export function recipientsOf(world: RulesWorld, campaign: string) {
  return world.asOwner(
    'select email, state, reason from campaign_recipients where campaign_id = $1 order by lower(email collate "C")',
    [campaign],
  );
}

/** Adds a recipient in each state, named after it, to a campaign. */
export async function addRecipientInEachState(world: RulesWorld, campaign: string): Promise<void> {
  await world.asOwner(
    `insert into campaign_recipients (campaign_id, name, email, state, reason, attempts, finished_at)
     select $1, state, state || '@example.org', state, 'why', 3, case when state not in ('queued', 'sending') then now() end
     from unnest(array['queued', 'sending', 'sent', 'failed', 'skipped']) as state`,
    [campaign],
  );
}

export const CAMPAIGN = "c0000000-0000-4000-8000-000000000001";
export const LATER_CAMPAIGN = "c0000000-0000-4000-8000-000000000002";

type Recipient = { user?: string | null; state?: string; due?: string };

/** Inserts a campaign with one recipient, due now by default, and returns the id of the recipient. */
export async function insertCampaign(
  world: RulesWorld,
  campaignState: string,
  { user = people.student.id, state = "queued", due = "-1 second" }: Recipient = {},
): Promise<string> {
  await world.asOwner("delete from campaigns");
  await world.withoutTriggers(
    `insert into campaigns (id, request_id, subject, body, state, paused_by, finished_at)
     values ('${CAMPAIGN}', gen_random_uuid(), 'Round one', 'Choose.', $1, case $1 when 'paused' then 'admin' end,
       case when $1 in ('stopped', 'done') then now() end)`,
    [campaignState],
  );
  const [row] = await world.asOwner<{ id: string }>(
    `insert into campaign_recipients (campaign_id, user_id, name, email, state, due_at, finished_at)
     values ('${CAMPAIGN}', $1, 'Asha', 'asha@example.org', $2, now() + $3::interval,
       case when $2 in ('sent', 'failed', 'skipped') then now() end) returning id`,
    [user, state, due],
  );
  return row?.id as string;
}

/** Inserts a campaign without recipients that is newer than the first. */
export async function insertLaterCampaign(world: RulesWorld): Promise<void> {
  await world.withoutTriggers(
    `insert into campaigns (id, request_id, created_at, subject, body)
     values ($1, gen_random_uuid(), now() + interval '1 second', 'Round two', 'Choose.')`,
    [LATER_CAMPAIGN],
  );
}

/** Reads the state of the only recipient. */
export async function readRecipient(world: RulesWorld) {
  const [recipient] = await world.asOwner(
    "select state, reason, attempts, finished_at is not null as is_final from campaign_recipients",
  );
  return recipient;
}
