import pg from "pg";
import { expect, test, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";

/** Runs transactions of an admin and the sender in a database that has one campaign with one recipient. */
async function withAdminAndSender<T>(
  state: string,
  work: (admin: pg.Client, sender: pg.Client, database: TestDatabase) => Promise<T>,
): Promise<T> {
  const database = await createDatabase();
  const [admin, sender] = [1, 2].map(() => new pg.Client({ connectionString: database.url })) as [
    pg.Client,
    pg.Client,
  ];
  try {
    await Promise.all([admin.connect(), sender.connect()]);
    await admin.query(
      `with student as (insert into auth.users (email, email_confirmed_at) values ('asha@example.org', now()) returning id),
       profile as (insert into profiles (id, email, first_name, last_name, phone)
         select id, 'asha@example.org', 'Asha', 'Gowda', '1' from student returning id),
       campaign as (insert into campaigns (request_id, subject, body) values (gen_random_uuid(), 'a', 'b') returning id)
       insert into campaign_recipients (campaign_id, user_id, name, email, state, finished_at)
       select campaign.id, profile.id, 'Asha', 'asha@example.org', $1, case $1 when 'failed' then now() end
       from campaign, profile`,
      [state],
    );
    await admin.query("begin");
    return await work(admin, sender, database);
  } finally {
    await Promise.all([admin.end(), sender.end()]);
    await database.drop();
  }
}

/** Runs a statement of the sender, which must wait for the uncommitted change of an admin, and returns its result. */
const runDuringChange = (change: string, state: string, statement: string) =>
  withAdminAndSender(state, async (admin, sender, database) => {
    await admin.query(`update campaigns set ${change}`);
    const result = sender.query(statement);
    await vi.waitFor(
      async () => {
        expect(
          await database.query(
            "select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'private'",
          ),
        ).toHaveLength(1);
      },
      { timeout: 60_000 },
    );
    await admin.query("commit");
    const { rows } = await result;
    return { rows, recipients: await database.query("select state, reason from campaign_recipients") };
  });

const STOP = "state = 'stopped', finished_at = now()";

test.each([
  ["paused", "state = 'paused', paused_by = 'admin'"],
  ["stopped", STOP],
])("a claim that meets a campaign being %s waits for it and claims nobody", async (_what, change) => {
  const { rows } = await runDuringChange(change, "queued", "select from private.claim_recipients(5)");
  expect(rows).toEqual([]);
});

test("a recipient abandoned while the campaign is being stopped is not queued again", async () => {
  const { recipients } = await runDuringChange(STOP, "sending", "select private.requeue_abandoned()");
  expect(recipients).toEqual([{ state: "skipped", reason: "Stopped by an admin" }]);
});

test("a campaign is not done while its failed recipients are being queued again, and the sender does not wait for it", () =>
  withAdminAndSender("failed", async (admin, sender, database) => {
    await admin.query("select from campaigns for update");
    await admin.query("update campaign_recipients set state = 'queued', finished_at = null");
    await sender.query("set statement_timeout = '60s'");
    await sender.query("select private.finish_campaigns()");
    await admin.query("commit");
    expect(await database.query("select state from campaigns")).toEqual([{ state: "sending" }]);
  }));
