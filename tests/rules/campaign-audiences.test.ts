import { describe, expect, test } from "vitest";
import { recipientsOf } from "./campaign-world.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

const actAsAdmin = () =>
  world.asOwner("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(people.admin.claims)]);

async function create(audience: object | null, plan: (string | null)[] = [null, null, null]) {
  await actAsAdmin();
  const [campaign] = await world.asOwner<{ campaign_id: string; recipients: number; turned_off: number }>(
    "select * from private.create_campaign(gen_random_uuid(), $1, $2, $3, 'S', 'B', '[]', $4)",
    [...plan, audience && JSON.stringify(audience)],
  );
  return campaign as NonNullable<typeof campaign>;
}
const emailsOf = async (campaign: string) =>
  (await recipientsOf(world, campaign)).map(({ email, state, reason }) =>
    state === "queued" ? email : `${email}: ${reason}`,
  );

describe("a campaign goes to", () => {
  test.each([
    ["everybody with a plan of an exam", null, ["ug", "cet", null], ["other", "planned"]],
    [
      "those of a filter",
      { level: "ug", exam: "cet", status: "Active", name: "Basic" },
      undefined,
      ["other"],
    ],
    ["those whose plan has ended", { status: "Inactive" }, undefined, ["expired"]],
    ["one student without a plan", { student: people.student.id }, undefined, ["student"]],
  ] as const)("%s", async (_who, audience, plan, names) => {
    const { campaign_id, recipients } = await create(audience, plan ? [...plan] : undefined);
    expect(await emailsOf(campaign_id)).toEqual(names.map((name) => `${name}@example.org`));
    expect(recipients).toBe(names.length);
  });

  test("everybody whom a filter matches, and says who is left out and why", async () => {
    await world.asOwner("update profiles set notify_email = false where id = $1", [people.other.id]);
    const counted = await world.as("admin", "select * from count_audience(audience => $1)", [
      { account: "complete" },
    ]);
    const all = await world.as("admin", "select * from count_audience(audience => '{}')");
    expect(counted.rows).toEqual([{ will_get: 5, turned_off: 1, no_profile: 0, bad_address: 0 }]);
    expect(all.rows).toEqual([{ will_get: 5, turned_off: 1, no_profile: 1, bad_address: 0 }]);
    const { campaign_id, recipients, turned_off } = await create({});
    expect({ recipients, turned_off }).toEqual({ recipients: 5, turned_off: 1 });
    expect(await emailsOf(campaign_id)).toEqual(
      expect.arrayContaining([
        "newcomer@example.org: No profile yet",
        "other@example.org: Turned off e-mail",
      ]),
    );
    const { rows } = await world.as("admin", "select full_name from preview_recipients(audience => '{}')");
    expect(rows.map(({ full_name }) => full_name)).toEqual([
      "Expired Gowda",
      "Planned Gowda",
      "Student Gowda",
      "Former Gowda",
      "Admin Gowda",
    ]);
  });

  test.each([
    ["a key that is unknown", { levels: "ug" }],
    ["one student and a filter", { student: people.student.id, level: "ug" }],
    ["somebody who is no id", { student: "all" }],
  ])("nobody, for %s", async (_what, audience) => {
    await expect(create(audience)).rejects.toThrow("Unknown filter.");
  });

  test("nobody, for an audience beside a plan", async () => {
    await expect(create({}, ["ug", "cet", null])).rejects.toThrow("campaigns_have_one_audience");
  });

  test("nobody, for a student who does not exist", async () => {
    await expect(create({ student: "a1b2c3d4-0000-4000-8000-000000000099" })).rejects.toThrow(
      "No users found",
    );
  });
});

test("the audit log says who was mailed", async () => {
  await create(null, ["ug", "cet", null]);
  await create({ status: "Active" });
  const entries = await world.asOwner(
    "select details from audit_log where action = 'campaign created' order by id",
  );
  expect(entries).toEqual([
    { details: { plan: "a plan for UG CET" } },
    { details: { audience: { status: "Active" } } },
  ]);
});

test("the sender gets what the fields of a mail need, as it is when the mail is sent", async () => {
  await create({ student: people.planned.id });
  await world.asOwner("update profiles set first_name = 'Kavya' where id = $1", [people.planned.id]);
  const [claimed] = await world.asOwner<{ merge: Record<string, unknown> }>(
    "select merge from private.claim_recipients(1)",
  );
  expect(claimed?.merge).toMatchObject({
    first_name: "Kavya",
    plan_level: "ug",
    plan_exam: "cet",
    plan_name: "Advanced",
    plan_ends_at: expect.any(String),
    next_call: null,
  });
});
