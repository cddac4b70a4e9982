import { describe, expect, test } from "vitest";
import { checkAccess, everyone } from "./access.ts";
import { createCampaign } from "./campaign-world.ts";
import { people } from "./people.ts";
import { permissionDenied, setUpWorld } from "./rules-world.ts";

const { planned } = people;
const CAMPAIGN = "a1b2c3d4-0000-4000-8000-0000000000c1";

const noWrites = (table: string, column: string) =>
  [`insert into ${table} default values`, `update ${table} set ${column} = 'x'`, `delete from ${table}`].map(
    (sql) => ({ does: sql, sql, is: {}, otherwise: permissionDenied(table) }),
  );
const adminsRead = (table: string) => ({
  does: "read the rows",
  sql: `select * from ${table}`,
  is: { admin: 1, secretKey: 1 },
  otherwise: 0,
});

checkAccess(
  {
    campaigns: [adminsRead("campaigns"), ...noWrites("campaigns", "state")],
    campaign_recipients: [adminsRead("campaign_recipients"), ...noWrites("campaign_recipients", "state")],
    "private.campaign_attachments": [
      {
        does: "read the attachments",
        sql: "select * from private.campaign_attachments",
        is: {},
        otherwise: permissionDenied("campaign_attachments"),
      },
    ],
  },
  [
    `insert into campaigns (id, request_id, subject, body) values ('${CAMPAIGN}', gen_random_uuid(), 'S', 'B')`,
    `insert into campaign_recipients (campaign_id, user_id, name, email)
     values ('${CAMPAIGN}', '${planned.id}', 'P', 'planned@example.org')`,
  ],
);

describe("in the API of campaigns", () => {
  const world = setUpWorld();
  const CALLS = [
    "count_audience()",
    "preview_recipients()",
    "list_campaigns()",
    "list_campaign_recipients($1)",
    "pause_campaign($1)",
    "resume_campaign($1)",
    "stop_campaign($1)",
    "retry_failed($1)",
    "mail_rules()",
  ];
  test.each(CALLS)("only an admin and the secret key can call %s", async (call) => {
    const { campaign_id } = await createCampaign(world);
    const hasEnded = call.startsWith("retry");
    await world.asOwner("update campaigns set state = $1, paused_by = $2, finished_at = $3", [
      hasEnded ? "done" : "paused",
      hasEnded ? null : "failures",
      hasEnded ? new Date() : null,
    ]);
    await world.asOwner("update campaign_recipients set state = 'failed', finished_at = now()");
    const values = call.includes("$1") ? [campaign_id] : [];
    for (const who of everyone) {
      await world.asOwner("savepoint before");
      const refused = await world.refusal(who, `select * from ${call}`, values);
      await world.asOwner("rollback to savepoint before");
      if (who === "admin" || who === "secretKey") expect(refused, who).toBeUndefined();
      else expect(refused, who).toMatchObject({ code: "42501" });
    }
  });

  test.each([
    "private.audience(null, null, null)",
    "private.create_campaign(gen_random_uuid(), null, null, null, 'S', 'B', '[]')",
    "private.lock_campaign(gen_random_uuid())",
    "private.lock_unfinished_campaign(gen_random_uuid())",
    `private.turn_off_email('${planned.id}')`,
  ])("nobody can call %s through the API", async (call) => {
    for (const who of everyone)
      expect(await world.refusal(who, `select ${call}`)).toMatchObject({ code: "42501" });
  });

  test("a campaign is only created in the name of an admin", async () => {
    for (const claims of [people.formerAdmin.claims, planned.claims, {}]) {
      await world.asOwner("savepoint before");
      await world.asOwner("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
      await expect(
        world.asOwner("select private.create_campaign(gen_random_uuid(), null, null, null, 'S', 'B', '[]')"),
      ).rejects.toThrow("You are not authorized to access this page");
      await world.asOwner("rollback to savepoint before");
    }
  });

  test("the server's own login can change campaigns only through functions", async () => {
    expect(
      await world.asOwner(
        `select name from unnest(array['campaigns', 'campaign_recipients', 'private.campaign_attachments']) as name
           where has_any_column_privilege('maarga_server', name, 'select, insert, update')`,
      ),
    ).toEqual([]);
  });
});
