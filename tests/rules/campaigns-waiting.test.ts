import { describe, expect, test } from "vitest";
import { createCampaign } from "./campaign-world.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

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

test.each([
  ["is no longer an admin", "delete from private.admins where user_id = $1"],
  ["was deleted", "delete from auth.users where id = $1"],
])("attack: the campaigns of somebody who %s wait for another admin", async (_what, end) => {
  await makeOtherAdmin();
  await createCampaign(world);
  await world.asOwner(end, [people.admin.id]);
  expect(await claimed()).toBe(0);
  const [campaign] = await world.asOwner<{ id: string; state: string }>("select id, state from campaigns");
  expect(campaign?.state).toBe("paused");
  await world.as("student", "select resume_campaign($1)", [campaign?.id]);
  expect(await claimed()).toBe(2);
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
