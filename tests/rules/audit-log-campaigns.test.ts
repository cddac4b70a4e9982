import { describe, expect, test } from "vitest";
import { newEntries } from "./audit-log-world.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const { admin } = people;
const world = setUpWorld();

describe("the audit log records", () => {
  test("each action on a campaign, and an automatic pause, but not its completion", async () => {
    // The server creates a campaign in an admin's name.
    await world.asOwner("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(admin.claims)]);
    const [campaign] = await world.asOwner<{ id: string }>(
      `select campaign_id as id
         from private.create_campaign(gen_random_uuid(), null, null, null, 'Round one', 'Hello', '[]')`,
    );
    await world.asOwner("select set_config('request.jwt.claims', '', true)");
    // In one transaction now() stands still, so the recipients are backdated.
    await world.withoutTriggers("update campaign_recipients set due_at = now() - interval '1 minute'");
    const run = (action: string) => world.as("admin", `select ${action}($1)`, [campaign?.id]);
    const failures = `update campaign_recipients set state = 'failed', finished_at = now() where state = 'queued'`;

    await run("pause_campaign");
    await run("pause_campaign");
    await run("resume_campaign");
    await world.asOwner(failures);
    await world.asOwner("update campaigns set state = 'paused', paused_by = 'failures'");
    await run("resume_campaign");
    await world.asOwner("update campaigns set state = 'done', finished_at = now()");
    await run("retry_failed");
    await run("stop_campaign");

    const rows = await newEntries(world);
    expect(rows.map(({ actor_email, action }) => `${actor_email}: ${action}`)).toEqual([
      "admin@example.org: campaign created",
      "admin@example.org: campaign paused",
      "admin@example.org: campaign resumed",
      "Maarga: campaign paused",
      "admin@example.org: campaign resumed",
      "admin@example.org: campaign retried",
      "admin@example.org: campaign stopped",
    ]);
    for (const row of rows)
      expect(row).toMatchObject({
        subject_id: campaign?.id,
        subject: "Round one",
        details: { plan: "All Plans" },
      });
  });

  test("which plan and time a campaign is for, and nothing that the operator does to it in the database", async () => {
    await world.asOwner("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(admin.claims)]);
    await world.asOwner(
      "select private.create_campaign(gen_random_uuid(), 'ug', 'cet', 'Basic', 'Round one', 'Hello', '[]', null, now() + interval '1 day')",
    );
    expect(await newEntries(world)).toMatchObject([
      { details: { plan: "UG / CET / Basic", send_at: expect.any(String) } },
    ]);
    await world.asOwner("select set_config('request.jwt.claims', '', true)");
    await world.asOwner("update campaigns set state = 'stopped', finished_at = now()");
    expect(await newEntries(world)).toHaveLength(1);
  });

  test("that a campaign was resumed, even right after mails of another were queued", async () => {
    const create = async (request: string) => {
      await world.asOwner("select set_config('request.jwt.claims', $1, true)", [
        JSON.stringify(admin.claims),
      ]);
      const [campaign] = await world.asOwner<{ id: string }>(
        `select campaign_id as id
           from private.create_campaign($1, null, null, null, 'Round one', 'Hello', '[]')`,
        [request],
      );
      return campaign?.id;
    };
    const first = await create("c0000000-0000-4000-8000-000000000001");
    await world.withoutTriggers("update campaign_recipients set due_at = now() - interval '1 minute'");
    await create("c0000000-0000-4000-8000-000000000002");
    await world.as("admin", "select pause_campaign($1)", [first]);
    await world.as("admin", "select resume_campaign($1)", [first]);
    expect((await newEntries(world)).at(-1)).toMatchObject({ action: "campaign resumed", subject_id: first });
  });
});
