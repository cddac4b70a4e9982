import { expect, test } from "vitest";
import { booking, dayFromToday } from "./calendar.ts";
import { makeMentor } from "./mentor-world.ts";
import { people, type Who } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

// "planned" has a call with the mentor "other".
const world = setUpWorld();
const MENTOR = people.other.id;

async function renew(who: Who): Promise<string> {
  const { rows } = await world.as<{ token: string }>(who, "select renew_calendar_feed() as token");
  return rows[0]?.token ?? "";
}

/** Returns the names of the students in the entries, or the keys of an entry without one; null without a feed. */
async function read(token: string): Promise<unknown> {
  const [row] = await world.asOwner<{ entries: Record<string, unknown>[] | null }>(
    "select private.read_calendar_feed($1) as entries",
    [token],
  );
  return row?.entries?.map((entry) => entry.student ?? Object.keys(entry).sort().join()) ?? null;
}

async function bookCall(): Promise<void> {
  await makeMentor(world, "other");
  await world.as(
    "planned",
    "insert into slots (user_id, start_time, end_time, topic) values ($1, $2, $3, 'Fees')",
    [people.planned.id, ...booking(dayFromToday(2), "10:30-11:00")],
  );
}

const CALL = ["Planned Gowda"];
const OWN = ["call,changedAt,end,id,start"];

test("a mentor's feed has the names of their students and the times, a student's has neither names nor phones", async () => {
  await bookCall();
  expect(await read(await renew("other"))).toEqual(CALL);
  expect(await read(await renew("planned"))).toEqual(OWN);
  expect(await read(await renew("admin"))).toEqual([]);
  const [row] = await world.asOwner<{ text: string }>("select private.read_calendar_feed($1)::text as text", [
    await renew("other"),
  ]);
  expect(row?.text).not.toMatch(/Fees|90000/);
});

test("an address that was made before the grant does not start to show calls", async () => {
  const early = await renew("other");
  await bookCall();
  expect(await read(early)).toEqual([]);
  expect(await read(await renew("other"))).toEqual(CALL);
});

test("the address ends with the rights, and a student's address does not", async () => {
  await bookCall();
  const [mentors, students] = [await renew("other"), await renew("planned")];
  await world.asOwner("select private.revoke_mentor($1)", [MENTOR]);
  expect([await read(mentors), await read(students)]).toEqual([null, OWN]);
  await world.asOwner("select private.grant_mentor($1, 'tests')", [MENTOR]);
  expect(await read(mentors)).toBeNull();
});

test.each([
  ["without one", "select", []],
  [
    "with an app",
    "insert into auth.factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'x')",
    CALL,
  ],
  [
    "with an app that is being added",
    "insert into auth.factors (user_id, factor_type, status, secret) values ($1, 'totp', 'unverified', 'x')",
    [],
  ],
  [
    "with a passkey",
    "insert into auth.passkeys (user_id, credential_id, public_key, algorithm, sign_count, friendly_name) values ($1, 'c', 'k', -7, 0, 'Phone')",
    CALL,
  ],
] as const)("while a second step is required, a mentor %s", async (_case, change, expected) => {
  await bookCall();
  const token = await renew("other");
  await world.asOwner("update private.settings set admin_two_step_required = true");
  await world.asOwner(change, change === "select" ? [] : [MENTOR]);
  expect(await read(token)).toEqual(expected);
});

test.each([
  ["a new password", "update auth.users set password_hash = 'new' where id = $1", null],
  ["a sign-in", "update auth.users set last_sign_in_at = now() where id = $1", CALL],
  ["the same password", "update auth.users set password_hash = password_hash where id = $1", CALL],
  ["a ban", "update auth.users set banned_until = 'infinity' where id = $1", null],
] as const)("after %s", async (_what, change, expected) => {
  await bookCall();
  const token = await renew("other");
  await world.asOwner(change, [MENTOR]);
  expect(await read(token)).toEqual(expected);
});
