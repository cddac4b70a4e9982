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
