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

describe("the sender", () => {
  test.each([
    [1, "of a campaign that is being sent", "sending", {}],
    [0, "of a paused campaign", "paused", {}],
    [0, "of a stopped campaign", "stopped", {}],
    [0, "whose next attempt is not due yet", "sending", { due: "1 second" }],
    [0, "who are claimed already", "sending", { state: "sending" }],
    [0, "who have received the mail", "sending", { state: "sent" }],
  ] as const)("claims %i recipients %s", async (count, _which, state, recipient) => {
    await insertCampaign(world, state, recipient);
    expect(await world.asOwner("select email from private.claim_recipients(5)")).toHaveLength(count);
  });

  test.each([
    ["whose account was deleted", null, "asha@example.org", "The account is gone"],
    ["who has turned off e-mail since", people.student.id, "asha@example.org", "Turned off e-mail"],
    [
      "mailed at an address that now belongs to another student, who turned off e-mail",
      people.other.id,
      "Student@Example.org",
      "Turned off e-mail",
    ],
  ])("skips a recipient %s", async (_who, user, email, reason) => {
    await insertCampaign(world, "sending", { user });
    await world.asOwner("update campaign_recipients set email = $1", [email]);
    await world.asOwner("update profiles set notify_email = false where id = $1", [people.student.id]);
    expect(await world.asOwner("select from private.claim_recipients(5)")).toEqual([]);
    expect(await readRecipient(world)).toEqual({ state: "skipped", reason, attempts: 0, is_final: true });
  });

  test.each([
    ["the older of two campaigns", [-1], [-1], ["older -1"]],
    ["the newer campaign, while no attempt of the older is due", [60], [-1], ["newer -1"]],
    ["the older campaign, while only some of its recipients are due", [60, -1], [-1], ["older -1"]],
    [
      "the requested number of recipients, those first who have waited longest",
      [-1, -3, -2],
      [],
      ["older -2", "older -3"],
    ],
  ])("claims from %s", async (_what, older, newer, names) => {
    await insertCampaign(world, "sending");
    await world.asOwner("delete from campaign_recipients");
    await insertLaterCampaign(world);
    for (const [id, age, seconds] of [
      [CAMPAIGN, "older", older],
      [LATER_CAMPAIGN, "newer", newer],
    ])
      await world.asOwner(
        `insert into campaign_recipients (campaign_id, user_id, name, email, due_at)
           select $1, $2, $3 || ' ' || due, due || '@example.org', now() + due * interval '1 second'
           from unnest($4::int[]) as due`,
        [id, people.student.id, age, seconds],
      );
    const claimed = await world.asOwner("select name from private.claim_recipients(2) order by name");
    expect(claimed.map(({ name }) => name)).toEqual(names);
  });

  test("keeps the reason why the last attempt failed", async () => {
    await insertCampaign(world, "sending");
    await world.asOwner("update campaign_recipients set reason = 'busy', attempts = 1");
    await world.asOwner("select private.claim_recipients(5)");
    expect(await readRecipient(world)).toEqual({
      state: "sending",
      reason: "busy",
      attempts: 1,
      is_final: false,
    });
  });
});
