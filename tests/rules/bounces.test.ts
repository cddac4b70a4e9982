import { describe, expect, test } from "vitest";
import { everyone } from "./access.ts";
import { people } from "./people.ts";
import { permissionDenied, setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

const PLANNED = "planned@example.org";

async function bounce(status: string, { mail = status, address = PLANNED, words = "no such user" } = {}) {
  const [row] = await world.asOwner<{ is_bad: boolean }>(
    "select private.record_bounce($1, $2, $3, $4) as is_bad",
    [mail, address, status, words],
  );
  return row?.is_bad;
}
const isBad = async (who: "planned" | "other" | "newcomer" = "planned") =>
  (await world.as<{ own_bad_address: boolean }>(who, "select own_bad_address()")).rows[0]?.own_bad_address;
const listed = async (filter: object) =>
  (await world.as<{ email: string }>("admin", "select email from find_students($1)", [filter])).rows.map(
    ({ email }) => email,
  );

describe("an address is bad", () => {
  test.each(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10"])(
    "after one mail that came back with %s",
    async (status) => {
      expect(await bounce(status)).toBe(true);
      expect(await isBad()).toBe(true);
      expect(await isBad("other")).toBe(false);
    },
  );

  test.each(["5.0.0", "5.1.0", "5.2.1", "5.4.4"])("only after two that came back with %s", async (status) => {
    expect(await bounce(status)).toBe(false);
    expect(await isBad()).toBe(false);
    expect(await bounce(status, { mail: "another" })).toBe(true);
    expect(await isBad()).toBe(true);
  });

  test("after as many as the setting says", async () => {
    await world.asOwner("update private.settings set bounces_until_bad = 1");
    expect(await bounce("5.2.1")).toBe(true);
  });

  test.each([
    "4.1.1", // temporary
    "4.4.7",
    "5.2.2", // the mailbox is full
    "5.2.3", // the mail is too large
    "5.3.4",
    "5.5.4", // the mail servers do not understand each other
    "5.6.1", // the content
    "5.7.1", // unwanted
    "5.7.26",
    "5.1.8", // about the sender
    "2.1.5", // delivered
    "5.1",
    "550",
    "",
  ])("never because of %j", async (status) => {
    await world.asOwner("update private.settings set bounces_until_bad = 1");
    expect(await bounce(status)).toBe(false);
    expect(await bounce(status, { mail: "another" })).toBe(false);
    expect(await isBad()).toBe(false);
  });

  test("not because of one mail that is reported twice", async () => {
    expect(await bounce("5.2.1", { mail: "the mail" })).toBe(false);
    expect(await bounce("5.2.1", { mail: "the mail" })).toBe(false);
    expect(await isBad()).toBe(false);
  });

  test("only if it belongs to an account or a sign-up: nothing is kept about others", async () => {
    expect(await bounce("5.1.1", { address: "stranger@example.org" })).toBe(false);
    await world.asOwner(
      `insert into auth.pending_sign_ups (email, link_hash, code_hash, expires_at)
       values ('typo@example.org', 'l', 'c', now() + interval '1 hour')`,
    );
    expect(await bounce("5.1.1", { mail: "sign-up", address: "typo@example.org" })).toBe(true);
    expect(await listed({ email: "bad" })).toEqual(["typo@example.org"]);
    await world.asOwner("delete from auth.pending_sign_ups");
    await world.asOwner("select private.delete_old_bounces()");
    expect(await world.asOwner("select email from private.bounced_addresses")).toEqual([]);
  });

  test("with the mail server's response, at most 300 characters of it", async () => {
    await bounce("5.1.1", { words: "x".repeat(5000) });
    const [row] = await world.asOwner("select bounces, status, length(words) from private.bounced_addresses");
    expect(row).toEqual({ bounces: 1, status: "5.1.1", length: 300 });
  });
});

describe("it is good again, with no bounce counted,", () => {
  test("when somebody answers a mail to it", async () => {
    await bounce("5.1.1");
    await world.asOwner("select private.note_answered_mail($1)", [PLANNED]);
    expect(await isBad()).toBe(false);
    expect(await listed({ email: "bad" })).toEqual([]);
    expect(await bounce("5.2.1", { mail: "later" })).toBe(false);
  });

  test("when the account gets another address", async () => {
    await bounce("5.1.1");
    await world.asOwner("update auth.users set email = 'new@example.org' where id = $1", [people.planned.id]);
    expect(await isBad()).toBe(false);
    expect(await world.asOwner("select email from private.bounced_addresses")).toEqual([]);
  });

  test("when the account is deleted", async () => {
    await bounce("5.1.1");
    await world.asOwner("delete from auth.users where id = $1", [people.planned.id]);
    expect(await world.asOwner("select email from private.bounced_addresses")).toEqual([]);
  });
});

describe("a bad address", () => {
  test("is left out of campaigns, and counted", async () => {
    await bounce("5.1.1");
    const counted = await world.as("admin", "select * from count_audience()");
    expect(counted.rows).toEqual([{ will_get: 1, turned_off: 0, no_profile: 0, bad_address: 1 }]);
    const filtered = await world.as("admin", "select * from count_audience(audience => $1)", [
      { account: "complete" },
    ]);
    expect(filtered.rows).toEqual([{ will_get: 5, turned_off: 0, no_profile: 0, bad_address: 1 }]);
    const { rows } = await world.as("admin", "select email from preview_recipients()");
    expect(rows).toEqual([{ email: "other@example.org" }]);
  });

  test("is left out of a campaign that it got into before", async () => {
    await world.asOwner("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify(people.admin.claims),
    ]);
    await world.asOwner(
      "select * from private.create_campaign(gen_random_uuid(), 'ug', 'cet', null, 'S', 'B', '[]')",
    );
    const before = await world.asOwner("select email, state from campaign_recipients");
    await bounce("5.1.1");
    await world.asOwner("select * from private.claim_recipients(10)");
    const after = await world.asOwner(
      "select email, state, reason from campaign_recipients where email = $1",
      [PLANNED],
    );
    expect(before).toContainEqual({ email: PLANNED, state: "queued" });
    expect(after).toEqual([{ email: PLANNED, state: "skipped", reason: "Bad address" }]);
  });

  test("gets no mail about a booked slot", async () => {
    await world.withoutTriggers(
      `insert into slots (id, user_id, start_time, end_time)
       values ('a1b2c3d4-0000-4000-8000-0000000000aa', $1, now() + interval '3 days', now() + interval '3 days 15 minutes')`,
      [people.planned.id],
    );
    const claim = () =>
      world.asOwner(
        "select kind from private.claim_slot_mail('a1b2c3d4-0000-4000-8000-0000000000aa', 'change')",
      );
    await world.asOwner("savepoint before");
    expect(await claim()).toEqual([{ kind: "booked" }]);
    await world.asOwner("rollback to savepoint before");
    await bounce("5.1.1");
    expect(await claim()).toEqual([]);
  });

  test("is in the list, on the page of the student, and among today's failed mails", async () => {
    await bounce("5.1.1");
    expect(await listed({ email: "bad" })).toEqual([PLANNED]);
    expect(await listed({ email: "bad", level: "pg" })).toEqual([]);
    expect(await listed({ email: "on" })).toContain(PLANNED);
    const { rows } = await world.as<{ opened: { account: Record<string, unknown> } }>(
      "admin",
      "select open_student($1) as opened",
      [people.planned.id],
    );
    expect(rows[0]?.opened.account.bad_address).toEqual({
      since: expect.any(String),
      status: "5.1.1",
      words: "no such user",
    });
    const { rows: today } = await world.as<{ failed: object }>(
      "admin",
      "select today() -> 'failed' as failed",
    );
    expect(today[0]?.failed).toMatchObject({
      count: 1,
      items: [{ student_id: people.planned.id, name: "Planned Gowda", text: "bad address, 5.1.1" }],
    });
  });

  test("is told to its student with all that a page asks for", async () => {
    await bounce("5.1.1");
    const { rows } = await world.as("planned", "select own_overview() -> 'profile' -> 'bounces' as bounces");
    expect(rows).toEqual([{ bounces: true }]);
  });
});

test.each(["bounced_addresses", "counted_bounces"])("nobody can read or write private.%s", async (table) => {
  for (const who of everyone)
    for (const sql of [`select * from private.${table}`, `delete from private.${table}`])
      expect(await world.refusal(who, sql)).toEqual(permissionDenied(table));
});

test.each([
  "record_bounce('m', 'planned@example.org', '5.1.1', '')",
  "note_answered_mail('planned@example.org')",
])("nobody can call private.%s: only the server reports", async (call) => {
  for (const who of everyone)
    expect((await world.refusal(who, `select private.${call}`))?.code).toBe("42501");
});

test("a visitor cannot ask about an address", async () => {
  expect((await world.refusal("visitor", "select own_bad_address()"))?.code).toBe("42501");
});
