import { describe, expect, test } from "vitest";
import { createCampaign } from "./campaign-world.ts";
import { people } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

const claimed = async () => (await world.asOwner("select from private.claim_recipients(5)")).length;
const makeOtherAdmin = () =>
  world.asOwner("insert into private.admins (user_id, granted_by) values ($1, 'tests')", [people.student.id]);

describe("a campaign to more recipients than MAIL_APPROVAL_ABOVE", () => {
  const approve = "select approve_campaign(id, content) from list_campaigns(campaign => $1)";

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
      expect(await world.refusal(who, "select approve_campaign($1, '')", [campaign_id])).toMatchObject({
        code: "42501",
      });
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

describe("attack: a campaign that was approved", () => {
  const beAdmin = (who: "admin" | "student" | "formerAdmin") =>
    world.asOwner("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(people[who].claims)]);
  const createWithAttachment = async () => {
    await makeOtherAdmin();
    await world.asOwner("update private.settings set mail_approval_above = 1");
    await beAdmin("admin");
    const attachments = [{ filename: "a.pdf", contentType: "application/pdf", content: "QQ==" }];
    const [created] = await world.asOwner<{ campaign_id: string }>(
      "select campaign_id from private.create_campaign(gen_random_uuid(), null, null, null, 'S', 'B', $1)",
      [JSON.stringify(attachments)],
    );
    return created?.campaign_id as string;
  };
  const seen = async (id: string) =>
    (
      await world.as<{ attachments: object[]; content: string; waits_for_approval: boolean }>(
        "student",
        "select attachments, content, waits_for_approval from list_campaigns(campaign => $1)",
        [id],
      )
    ).rows[0] as { attachments: object[]; content: string; waits_for_approval: boolean };
  const approveSeen = (id: string, content: string) =>
    world.refusal("student", "select approve_campaign($1, $2)", [id, content]);

  test("has attachments that another admin can open before, and nobody else", async () => {
    const id = await createWithAttachment();
    expect((await seen(id)).attachments).toEqual([{ position: 1, filename: "a.pdf", bytes: 1 }]);
    const open = () => world.asOwner("select * from private.open_attachment($1, 1)", [id]);
    await beAdmin("student");
    expect(await open()).toEqual([{ content: Buffer.from("A") }]);
    await beAdmin("formerAdmin");
    await expect(open()).rejects.toThrow("You are not authorized to access this page");
  });

  const changes = [
    ["an attachment", "update private.campaign_attachments set content = 'B'"],
    ["the name of an attachment", "update private.campaign_attachments set filename = 'b.pdf'"],
    [
      "one attachment more",
      "insert into private.campaign_attachments select campaign_id, 2, filename, content_type, content from private.campaign_attachments",
    ],
    ["its text", "update campaigns set body = 'C'"],
  ] as const;

  test.each(changes)("is sent with a change of %s after the approval", async (_what, change) => {
    const id = await createWithAttachment();
    expect(await approveSeen(id, (await seen(id)).content)).toBeUndefined();
    await world.asOwner(change);
    expect(await claimed()).toBe(0);
    expect((await seen(id)).waits_for_approval).toBe(true);
  });

  test.each(changes)("was another one, before a change of %s", async (_what, change) => {
    const id = await createWithAttachment();
    const { content } = await seen(id);
    await world.asOwner(change);
    expect(await approveSeen(id, content)).toEqual(
      refusedWith("This campaign has changed since you opened it. Please look again."),
    );
    expect(await claimed()).toBe(0);
  });
});

describe("attack: many small campaigns of one admin", () => {
  const set = (above: number) =>
    world.asOwner("update private.settings set mail_approval_above = $1", [above]);
  const waits = () =>
    world.asOwner("select needs_approval from campaigns order by created_at, needs_approval");

  test("pass the limit together", async () => {
    await set(3);
    await createCampaign(world);
    await createCampaign(world);
    expect(await waits()).toEqual([{ needs_approval: false }, { needs_approval: true }]);
    const { rows } = await world.as("admin", "select unapproved_recipients from mail_rules()");
    expect(rows).toEqual([{ unapproved_recipients: "2" }]);
  });

  test.each([
    ["a day later", "update campaigns set created_at = created_at - interval '1 day'"],
    ["after the first was stopped before it was sent", "select stop_campaign(id) from campaigns"],
    ["after the first was of another admin", `update campaigns set created_by = '${people.planned.id}'`],
  ])("are counted apart %s", async (_when, change) => {
    await set(3);
    await createCampaign(world);
    await world.asOwner("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify(people.admin.claims),
    ]);
    await world.asOwner(change);
    await createCampaign(world);
    expect(await waits()).toEqual([{ needs_approval: false }, { needs_approval: false }]);
  });
});

test("attack: an admin starts campaigns without end", async () => {
  const { campaign_id } = await createCampaign(world);
  await world.withoutTriggers(
    `insert into campaigns (request_id, created_by, subject, body, state, finished_at)
     select gen_random_uuid(), created_by, 'S', 'B', 'stopped', now() from campaigns, generate_series(1, 199)
     where id = $1`,
    [campaign_id],
  );
  await expect(createCampaign(world)).rejects.toThrow("You have started 200 mails within 24 hours.");
});
