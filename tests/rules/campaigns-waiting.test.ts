import { describe, expect, test } from "vitest";
import { createCampaign } from "./campaign-world.ts";
import { people } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

const claimed = async () => (await world.asOwner("select from private.claim_recipients(5)")).length;
const makeOtherAdmin = () =>
  world.asOwner("insert into private.admins (user_id, granted_by) values ($1, 'tests')", [people.student.id]);

describe("a campaign that is sent later", () => {
  const beAdmin = () =>
    world.asOwner("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(people.admin.claims)]);
  const createAt = async (sendAt: string) => {
    await beAdmin();
    return world.asOwner(
      `select private.create_campaign(gen_random_uuid(), null, null, null, 'S', 'B', '[]', null, now() + $1::interval)`,
      [sendAt],
    );
  };

  test("sends nothing before its time, and everything then", async () => {
    await createAt("1 hour");
    expect(await claimed()).toBe(0);
    await world.asOwner("update campaigns set send_at = now()");
    expect(await claimed()).toBe(2);
  });

  test("is returned to a repeated request that comes after its time", async () => {
    await beAdmin();
    const create = (sendAt: Date) =>
      world.asOwner<{ campaign_id: string }>(
        "select campaign_id from private.create_campaign($1, null, null, null, 'S', 'B', '[]', null, $2)",
        [people.planned.id, sendAt],
      );
    const first = await create(new Date(Date.now() + 60_000));
    const passed = new Date(Date.now() - 60_000);
    await world.asOwner("update campaigns set send_at = $1", [passed]);
    expect(await create(passed)).toEqual(first);
  });

  test.each(["-1 second", "61 days"])("cannot be sent in %s", async (sendAt) => {
    await expect(createAt(sendAt)).rejects.toThrow("Choose a time within the next 60 days.");
  });

  test("does not hold up another campaign, and can be stopped", async () => {
    await createAt("1 hour");
    await createCampaign(world);
    expect(await claimed()).toBe(2);
    const [waiting] = await world.asOwner<{ id: string }>(
      "select id from campaigns where send_at is not null",
    );
    await world.as("admin", "select stop_campaign($1)", [waiting?.id]);
    await world.asOwner("update campaigns set send_at = now() where send_at is not null");
    expect(await claimed()).toBe(0);
  });
});

test("attack: the campaigns of somebody who is no longer an admin wait for another admin", async () => {
  await makeOtherAdmin();
  await createCampaign(world);
  await world.asOwner("delete from private.admins where user_id = $1", [people.admin.id]);
  expect(await claimed()).toBe(0);
  const [campaign] = await world.asOwner<{ id: string; state: string }>("select id, state from campaigns");
  expect(campaign?.state).toBe("paused");
  await world.as("student", "select resume_campaign($1)", [campaign?.id]);
  expect(await claimed()).toBe(2);
});

describe("a campaign to more recipients than MAIL_APPROVAL_ABOVE", () => {
  const approve = "select approve_campaign($1)";

  test("waits for an admin who did not write it, on record", async () => {
    await makeOtherAdmin();
    await world.asOwner("update private.settings set mail_approval_above = 1");
    const { campaign_id } = await createCampaign(world);
    // A later change of the setting releases nothing.
    await world.asOwner("update private.settings set mail_approval_above = 0");
    expect(await claimed()).toBe(0);
    expect(await world.refusal("admin", approve, [campaign_id])).toEqual(
      refusedWith("Another admin has to approve it."),
    );
    for (const who of ["planned", "formerAdmin"] as const)
      expect(await world.refusal(who, approve, [campaign_id])).toMatchObject({ code: "42501" });
    await world.as("student", approve, [campaign_id]);
    expect(await world.refusal("student", approve, [campaign_id])).toEqual(
      refusedWith("This campaign waits for no approval."),
    );
    expect(await claimed()).toBe(2);
    expect(await world.asOwner("select actor_email, action from audit_log order by id desc limit 1")).toEqual(
      [{ actor_email: "student@example.org", action: "campaign approved" }],
    );
  });

  test("is one with one recipient more, and none if the setting is off", async () => {
    await world.asOwner("update private.settings set mail_approval_above = 2");
    await createCampaign(world);
    expect(await claimed()).toBe(2);
  });

  test("is not released by the end of its pause", async () => {
    await world.asOwner("update private.settings set mail_approval_above = 1");
    const { campaign_id } = await createCampaign(world);
    await world.as("admin", "select pause_campaign($1)", [campaign_id]);
    await world.as("admin", "select resume_campaign($1)", [campaign_id]);
    expect(await claimed()).toBe(0);
  });
});

test.each([
  ["-1 hour", "1 hour", 0],
  ["1 hour", "-1 hour", 2],
  ["-2 hours", "-1 hour", 2],
  ["1 hour", "2 hours", 2],
])("with a quiet time from %s to %s of now, %i mails are sent", async (from, until, mails) => {
  await world.asOwner(
    `update private.settings set
       mail_quiet_from = (now() at time zone 'Asia/Kolkata' + $1::interval)::time,
       mail_quiet_until = (now() at time zone 'Asia/Kolkata' + $2::interval)::time`,
    [from, until],
  );
  await createCampaign(world);
  expect(await claimed()).toBe(mails);
});
