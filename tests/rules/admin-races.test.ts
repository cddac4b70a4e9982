import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ConcurrentWorld, openConcurrentWorld } from "./concurrency.ts";
import { people } from "./people.ts";

const { admin, other } = people;

let world: ConcurrentWorld;
beforeAll(async () => {
  world = await openConcurrentWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.owner.query("delete from campaigns; update private.settings set mail_approval_above = 3");
  await world.owner.query(
    "insert into auth.users (id, email, email_confirmed_at) values ($1, 'admin@example.org', now()) on conflict do nothing",
    [admin.id],
  );
  await world.owner.query(
    "insert into private.admins (user_id, granted_by) values ($1, 'tests'), ($2, 'tests') on conflict do nothing",
    [admin.id, other.id],
  );
});

const CREATE = `select private.create_campaign(gen_random_uuid(), null, null, null, 'S', 'B', '[]')`;
const EXPORT = `select private.export_students('{"search": "student@"}', 'name.asc', '{name}', 'csv', 1)`;

/** Runs the first statement as the server does for the admin, the second until it waits for a lock, and commits both. */
async function runBoth(first: string, second: string): Promise<string> {
  const clients = [await world.connectAsOwner(), await world.connectAsOwner()] as const;
  try {
    for (const client of clients) {
      await client.query("begin");
      await client.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(admin.claims)]);
    }
    await clients[0].query(first);
    const outcome = clients[1].query(second).then(
      () => "done",
      ({ message }: Error) => message,
    );
    await world.waitForLock();
    await clients[0].query("commit");
    const result = await outcome;
    await clients[1].query("commit");
    return result;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

test("attack: of two campaigns of one admin at once, which are too large together, one waits for an approval", async () => {
  expect(await runBoth(CREATE, CREATE)).toBe("done");
  const { rows } = await world.owner.query("select needs_approval from campaigns order by needs_approval");
  expect(rows).toEqual([{ needs_approval: false }, { needs_approval: true }]);
});

test("attack: of two exports of one admin at once, which are too large together, one needs the password", async () => {
  expect(await runBoth(EXPORT, EXPORT)).toBe(
    "More than 1 students in 24 hours can only be exported with the super-admin password.",
  );
});

test.each([
  ["loses their rights", "delete from private.admins where user_id = $1"],
  ["is deleted", "delete from auth.users where id = $1"],
])("attack: a campaign that is created while its admin %s is paused", async (_what, end) => {
  expect(await runBoth(CREATE, end.replace("$1", `'${admin.id}'`))).toBe("done");
  const campaigns = await world.owner.query("select state from campaigns");
  expect(campaigns.rows).toEqual([{ state: "paused" }]);
});

test("attack: a campaign is not created by an admin whose rights have ended while it was prepared", async () => {
  expect(await runBoth(`delete from private.admins where user_id = '${admin.id}'`, CREATE)).toBe(
    "You are not authorized to access this page",
  );
  expect((await world.owner.query("select from campaigns")).rows).toEqual([]);
});

test.each([
  ["marks", "student_marks (name, made_by_email)", 49, "select make_student_mark('one more')"],
  [
    "filters",
    "student_filters (name, made_by_email, filter, columns, sort)",
    99,
    "select save_student_filter('one more', '{}', '{}', '')",
  ],
])("of two %s that admins make at once, the last that fits is made", async (_what, table, few, call) => {
  const rest = table.includes("filter") ? ", '{}', '{}', ''" : "";
  await world.owner.query(
    `insert into ${table} select 'n' || n, 'a@example.org'${rest} from generate_series(1, $1) as n`,
    [few],
  );
  expect(await runBoth(call, call.replace("one more", "two more"))).toMatch(
    /^There are \d+ (marks|filters)\./,
  );
});
