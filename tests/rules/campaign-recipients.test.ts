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
  const OTHER_HAS_OLDEST_PLAN = [
    `update user_plans set assigned_at = now() - interval '2 days' where user_id = '${other.id}'`,
  ];

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
    ["nobody without an e-mail address", set(planned, "email = null"), ALL_PLANS, [OTHER]],
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
      "an address once, regardless of case, under the name of the student whose plan is older",
      [...set(other, "email = 'Shared@Example.org'"), ...set(planned, "email = 'shared@example.org'")],
      ALL_PLANS,
      [{ ...PLANNED, email: "shared@example.org" }],
    ],
    [
      "an address that two students share, if one of them wants e-mail",
      [
        ...set(other, "email = 'SHARED@example.org'"),
        ...set(planned, "email = 'shared@example.org', notify_email = false"),
      ],
      ALL_PLANS,
      [{ ...OTHER, email: "SHARED@example.org" }],
    ],
    [
      "the student who signs in with an address, before another who only entered it and whose plan is older",
      [...set(other, "email = 'Planned@Example.org'"), ...OTHER_HAS_OLDEST_PLAN],
      ALL_PLANS,
      [PLANNED],
    ],
    [
      "nobody who turned off e-mail, even if another student who wants e-mail entered their address",
      [
        ...set(other, "email = 'Planned@Example.org'"),
        ...set(planned, "notify_email = false"),
        ...assign(student, "Medium"),
      ],
      ALL_PLANS,
      [turnedOff(PLANNED), { ...PLANNED, email: "student@example.org" }],
    ],
    [
      "nobody who turned off e-mail and has no plan, even if another student entered their address",
      [...set(other, "email = 'Student@Example.org'"), ...set(student, "notify_email = false")],
      ALL_PLANS,
      [PLANNED, turnedOff({ ...OTHER, email: "Student@Example.org" })],
    ],
    [
      "both of two addresses that only Unicode case folding makes equal",
      [...set(other, "email = '\u212Airan@example.org'"), ...set(planned, "email = 'kiran@example.org'")],
      ALL_PLANS,
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
    const campaign = await createCampaign(world, plan);
    expect(await recipientsOf(world, campaign.campaign_id)).toEqual(expected);
    // The counts on the button are those of the campaign.
    const off = expected.filter((person) => "state" in person && person.state === "skipped").length;
    expect(counted.rows).toEqual([{ will_get: expected.length - off, turned_off: off }]);
    expect(campaign).toMatchObject({ recipients: expected.length - off, turned_off: off });
  });

  test("the recipients that were found when it was created, whatever changes later", async () => {
    const { campaign_id } = await createCampaign(world);
    await world.as("admin", "select assign_plan($1, 'ug', 'neet', 'Basic')", [student.id]);
    await world.asOwner("update profiles set email = 'new@example.org' where id = $1", [planned.id]);
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
