import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { booking, dayFromToday } from "./calendar.ts";
import { insertPeople, people } from "./people.ts";

const PLANNED = people.planned.id;
const MENTOR = people.other.id;
const [first, second] = [dayFromToday(2), dayFromToday(3)];
const SESSION = "a1b2c3d4-0000-4000-8000-0000000000ff";

let database: TestDatabase;
let owner: pg.Client;
const received: string[] = [];
let onReceived = (_payload: string) => {};

beforeAll(async () => {
  database = await createDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await insertPeople(owner);
  await owner.query("listen busy_days; listen ended_sessions");
  owner.on("notification", ({ channel, payload = "" }) => {
    received.push(channel === "busy_days" ? payload : channel);
    onReceived(payload);
  });
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** Returns the notifications of a change. They arrive in order, so the last one ends the wait. */
async function notifiedBy(text: string, values: unknown[] = []): Promise<string[]> {
  received.length = 0;
  const ended = new Promise<void>((resolve) => {
    onReceived = (payload) => payload === "end" && resolve();
  });
  await owner.query(text, values);
  await owner.query("select private.notify_changed_days()");
  await owner.query("notify busy_days, 'end'");
  await ended;
  return received.slice(0, -1).sort();
}

const BOOK = "insert into slots (user_id, start_time, end_time) values ($1, $2, $3)";
const MOVE = "update slots set start_time = $1, end_time = $2";

test("a booking, a move and a deletion name their days, and nothing else", async () => {
  expect(await notifiedBy(BOOK, [PLANNED, ...booking(first, "10:30-11:00")])).toEqual([first]);
  expect(await notifiedBy(MOVE, booking(first, "11:30-12:00"))).toEqual([first]);
  expect(await notifiedBy(MOVE, booking(second, "11:30-12:00"))).toEqual([first, second]);
  expect(await notifiedBy("update slots set topic = 'Fees'")).toEqual([]);
  expect(await notifiedBy("update slots set start_time = start_time")).toEqual([]);
  expect(await notifiedBy("delete from slots")).toEqual([second]);
});

test("a booking itself notifies nobody, so bookings do not wait for each other", async () => {
  received.length = 0;
  await owner.query(BOOK, [PLANNED, ...booking(first, "10:30-11:00")]);
  await owner.query("notify busy_days, 'end'");
  await expect.poll(() => received).toEqual(["end"]);
  expect(await notifiedBy("delete from slots")).toEqual([first, first]);
});

test("an offered time is held, so its offer and its end name the day", async () => {
  const offer = `insert into private.slot_offers (user_id, day, start_time, end_time, expires_at)
    values ($1, $2, $3, $4, now() + interval '15 minutes')`;
  expect(await notifiedBy(offer, [PLANNED, first, ...booking(first, "10:30-11:00")])).toEqual([first]);
  expect(await notifiedBy("update private.slot_offers set is_told = true")).toEqual([]);
  expect(await notifiedBy("update private.slot_offers set state = 'declined'")).toEqual([first]);
  await owner.query("delete from private.slot_offers");
});

test("a change that is rolled back notifies nobody", async () => {
  await owner.query("begin");
  await owner.query(BOOK, [PLANNED, ...booking(first, "10:30-11:00")]);
  expect(await notifiedBy("rollback")).toEqual([]);
});

test("past slots notify nobody", async () => {
  const insertPast = `insert into slots (user_id, start_time, end_time)
    values ('${PLANNED}', now() - interval '2 days', now() - interval '2 days' + interval '30 minutes')`;
  await owner.query(`set session_replication_role = replica; ${insertPast}; reset session_replication_role`);
  expect(await notifiedBy("delete from slots")).toEqual([]);
});

test("mentors: their rights, profile, link, hours and absences", async () => {
  expect(await notifiedBy("select private.grant_mentor($1, 'tests')", [MENTOR])).toEqual(["all"]);
  const profile = "name = 'Asha', about = 'New', languages = '{Tulu}', exams = '{cet}', levels = '{pg}'";
  for (const change of profile.split(/, (?=\w+ =)/)) {
    expect(await notifiedBy(`update mentors set ${change}`)).toEqual(["all"]);
    expect(await notifiedBy(`update mentors set ${change}`)).toEqual([]);
  }
  expect(await notifiedBy("update mentor_links set video_url = 'https://example.org/call'")).toEqual(["all"]);
  expect(await notifiedBy("update mentor_links set video_url = video_url")).toEqual([]);
  expect(await notifiedBy("delete from mentor_hours")).toEqual(["all"]);
  const block = "insert into mentor_absences (mentor_id, starts_at, ends_at) values ($1, $2, $3)";
  const days = [`${first}T00:00:00+05:30`, `${dayFromToday(4)}T00:00:00+05:30`];
  expect(await notifiedBy(block, [MENTOR, ...days])).toEqual([first, second]);
  expect(await notifiedBy("delete from mentor_absences")).toEqual([first, second]);
  const month = [`${first}T00:00:00+05:30`, `${dayFromToday(32)}T00:00:00+05:30`];
  expect(await notifiedBy(block, [MENTOR, ...month])).toEqual(["all"]);
  expect(await notifiedBy("update mentors set active = false")).toEqual(["all"]);
});

test("sessions: the end of one is notified without a name, and ordinary use is not", async () => {
  const begin = `insert into auth.sessions (id, user_id, method) values ('${SESSION}', '${PLANNED}', 'password')`;
  const ban = "update auth.users set banned_until = $1 where id = $2";
  expect(await notifiedBy(begin)).toEqual([]);
  expect(await notifiedBy("update auth.sessions set last_used_at = now(), rotation = rotation + 1")).toEqual(
    [],
  );
  expect(await notifiedBy(ban, ["infinity", PLANNED])).toEqual(["ended_sessions"]);
  expect(await notifiedBy(ban, [null, PLANNED])).toEqual(["ended_sessions"]);
  expect(await notifiedBy("update private.settings set session_idle = interval '1 minute'")).toEqual([
    "ended_sessions",
  ]);
  expect(await notifiedBy("delete from auth.sessions")).toEqual(["ended_sessions"]);
});

test.each([
  ["a session in force", "", ["aal1"], [1]],
  ["none of an ended session", "delete from auth.sessions", ["aal1"], []],
  ["none of a banned user", `update auth.users set banned_until = 'infinity'`, ["aal1"], []],
  ["none beyond the limit", "update auth.sessions set created_at = now() - interval '1 year'", ["aal1"], []],
  [
    "with a second step, those that passed it",
    `insert into auth.factors (user_id, factor_type, status) values ('${PLANNED}', 'recovery_code', 'verified');
     update auth.sessions set aal = 'aal2'`,
    ["aal1", "aal2"],
    [2],
  ],
] as const)("streams that stay open: %s", async (_case, change, aals, expected) => {
  await owner.query("begin");
  try {
    await owner.query(
      `insert into auth.sessions (id, user_id, method) values ('${SESSION}', '${PLANNED}', 'password')`,
    );
    await owner.query(change);
    const list = "select stream_position from private.list_streams_in_force($1, $2, $3)";
    const positions = async (user: string) =>
      (await owner.query(list, [aals.map(() => SESSION), aals.map(() => user), aals])).rows.map(
        (row) => row.stream_position,
      );
    expect(await positions(PLANNED)).toEqual(expected);
    expect(await positions(MENTOR)).toEqual([]);
  } finally {
    await owner.query("rollback");
  }
});
