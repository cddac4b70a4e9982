import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ALL_PLANS, BASIC, type CampaignPlan, createCampaign, recipientsOf } from "./campaign-world.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const { expired, other, planned, student } = people;
const world = setUpWorld();

describe("a campaign goes to", () => {
  const PLANNED = { email: "planned@example.org", state: "queued", reason: null };
  const OTHER = { email: "other@example.org", state: "queued", reason: null };
  const turnedOff = (person: typeof OTHER) => ({ ...person, state: "skipped", reason: "Turned off e-mail" });
  const assign = (who: { id: string }, name: string) =>
    [`select assign_plan('${who.id}', 'ug', 'cet', '${name}')`] as const;
  const set = (who: { id: string }, change: string) =>
    [`update profiles set ${change} where id = '${who.id}'`] as const;

  test.each<[string, readonly string[], CampaignPlan, object[]]>([
    ["students with a plan, and nobody whose plan has ended", [], ALL_PLANS, [OTHER, PLANNED]],
    ["the students who have the requested plan", [], BASIC, [OTHER]],
    [
      "students by their latest plan, not by an earlier one",
      assign(other, "Medium"),
      ["ug", "cet", "Advanced"],
      [PLANNED],
    ],
    [
      "students whose earlier plan was replaced by the requested one",
      assign(planned, "Basic"),
      BASIC,
      [OTHER, PLANNED],
    ],
    [
      "nobody whose plan was removed",
      [`select assign_plan('${planned.id}', 'none', 'none', 'None')`],
      ALL_PLANS,
      [OTHER],
    ],
    [
      "nobody without an e-mail address",
      [
        "set local session_replication_role = replica",
        ...set(planned, "email = null"),
        "set local session_replication_role = origin",
      ],
      ALL_PLANS,
      [OTHER],
    ],
    [
      "nobody who turned off e-mail",
      set(planned, "notify_email = false"),
      ALL_PLANS,
      [OTHER, turnedOff(PLANNED)],
    ],
    [
      "students who never chose whether they want e-mail",
      set(planned, "notify_email = null"),
      ALL_PLANS,
      [OTHER, PLANNED],
    ],
    [
      "the proved address of each student, whatever address another student typed",
      set(other, "email = 'planned@example.org', notify_email = true"),
      ALL_PLANS,
      [OTHER, PLANNED],
    ],
    [
      "nobody who turned off e-mail, even if another student typed their address",
      [...set(other, "email = 'planned@example.org'"), ...set(planned, "notify_email = false")],
      ALL_PLANS,
      [OTHER, turnedOff(PLANNED)],
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
    const campaign = await createCampaign(world, plan);
    expect(await recipientsOf(world, campaign.campaign_id)).toEqual(expected);
    // The counts on the button are those of the campaign.
    const off = expected.filter((person) => "state" in person && person.state === "skipped").length;
    expect(counted.rows).toEqual([
      { will_get: expected.length - off, turned_off: off, no_profile: 0, bad_address: 0 },
    ]);
    expect(campaign).toMatchObject({ recipients: expected.length - off, turned_off: off });
  });

  test("the recipients that were found when it was created, whatever changes later", async () => {
    const { campaign_id } = await createCampaign(world);
    await world.as("admin", "select assign_plan($1, 'ug', 'neet', 'Basic')", [student.id]);
    await world.asOwner("update auth.users set email = 'new@example.org' where id = $1", [planned.id]);
    expect(await recipientsOf(world, campaign_id)).toEqual([OTHER, PLANNED]);
  });

  test.each<[string, CampaignPlan, string]>([
    ["no student has the plan", ["pg", "neet", "Basic"], ""],
    [
      "all its students turned off e-mail",
      BASIC,
      `update profiles set notify_email = false where id = '${other.id}'`,
    ],
  ])("nobody, and is refused, when %s", async (_why, plan, change) => {
    await world.asOwner(change);
    await expect(createCampaign(world, plan)).rejects.toThrow("No users found for the selected plan.");
  });
});

test("a repeated request returns the same campaign and counts, whatever happened to it since", async () => {
  await world.asOwner("update profiles set notify_email = false where id = $1", [planned.id]);
  const request = randomUUID();
  const campaign = await createCampaign(world, ALL_PLANS, request);
  // In one transaction now() stands still, so the campaign is backdated.
  await world.withoutTriggers("update campaigns set created_at = created_at - interval '1 minute'");
  await world.withoutTriggers(
    "update campaign_recipients set finished_at = finished_at - interval '1 minute'",
  );
  await world.as("admin", "select stop_campaign($1)", [campaign.campaign_id]);
  await world.as("admin", "select assign_plan($1, 'ug', 'neet', 'Basic')", [student.id]);
  expect(await createCampaign(world, ALL_PLANS, request)).toEqual(campaign);
  await expect(createCampaign(world, BASIC, request)).rejects.toThrow(
    "This request has already created another campaign.",
  );
});

test("e-mail can be turned off through the link without a plan, and stays off when a plan is assigned", async () => {
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
