import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { at, booking, dayFromToday } from "./calendar.ts";
import { type ConcurrentWorld, openConcurrentWorld, type Student } from "./concurrency.ts";
import { people } from "./people.ts";

// Tests the order that happens only by chance in races.test.ts: the second request arrives before the first commits.
const { admin, other, planned, student } = people;
const monday = dayFromToday(20);
const tuesday = dayFromToday(21);

let world: ConcurrentWorld;
beforeAll(async () => {
  world = await openConcurrentWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.owner.query("delete from slots; delete from storage.objects");
});

const book = (who: Student, day: string, times: string) => ({
  who,
  text: "insert into slots (user_id, start_time, end_time) values ($1, $2, $3)",
  values: [who.id, ...booking(day, times)],
});
const upload = (who: Student, number: number) => ({
  who,
  text: "insert into storage.objects (bucket_id, name) values ('user-documents', $1)",
  values: [`${who.id}/170000000000${number}_marks.pdf`],
});
const assign = (name: string) => ({
  who: admin,
  text: "select assign_plan($1, 'ug', 'cet', $2)",
  values: [student.id, name],
});

describe("while another booking is uncommitted", () => {
  test("a student who requests the same time waits and is told that it is booked", async () => {
    expect(
      await world.runDuring([book(planned, monday, "10:30-11:00")], book(other, monday, "10:45-11:00")),
    ).toEqual({ outcome: "This slot is already booked.", waitedFor: "advisory" });
  });

  test("a student's fourth booking of the day waits for the third and is refused", async () => {
    const three = ["10:30-10:45", "11:30-11:45", "12:30-12:45"].map((times) => book(other, monday, times));
    expect(await world.runDuring(three, book(other, monday, "13:30-13:45"))).toEqual({
      outcome: "You have reached the maximum of 3 slots for this day.",
      waitedFor: "advisory",
    });
  });

  test("a booking on another day does not wait", async () => {
    expect(
      await world.runDuring([book(planned, monday, "10:30-11:00")], book(other, tuesday, "10:30-10:45")),
    ).toEqual({ outcome: "done", waitedFor: null });
  });

  test.each([
    ["to a later day, a booking of its new time", monday, tuesday, tuesday, "This slot is already booked."],
    ["to a later day, a booking of its old time", monday, tuesday, monday, "done"],
    ["to an earlier day, a booking of its new time", tuesday, monday, monday, "This slot is already booked."],
    ["to an earlier day, a booking of its old time", tuesday, monday, tuesday, "done"],
  ])("while a slot moves %s waits for the move", async (_which, from, to, requested, outcome) => {
    await world.runAtOnce([book(planned, from, "10:30-11:00")]);
    const moving = {
      who: planned,
      text: "update slots set start_time = $1, end_time = $2",
      values: booking(to, "10:30-11:00"),
    };
    expect(await world.runDuring([moving], book(other, requested, "10:30-10:45"))).toEqual({
      outcome,
      waitedFor: "advisory",
    });
  });

  test("a request for several days does not wait for an earlier day but is told to book one slot at a time", async () => {
    const backwards = {
      who: other,
      text: "insert into slots (user_id, start_time, end_time) select $1, day, day + interval '15 minutes' from unnest($2::timestamptz[]) day",
      values: [other.id, [at(tuesday, "10:30"), at(monday, "11:30")]],
    };
    expect(await world.runDuring([book(planned, monday, "10:30-11:00")], backwards)).toEqual({
      outcome: "Please book one slot at a time.",
      waitedFor: null,
    });
    const forwards = { ...backwards, values: [other.id, [at(monday, "11:30"), at(tuesday, "10:30")]] };
    expect(await world.runDuring([book(planned, monday, "12:30-13:00")], forwards)).toEqual({
      outcome: "done",
      waitedFor: "advisory",
    });
  });
});

describe("while another upload of the student is uncommitted", () => {
  test("the sixth document waits for the fifth and is refused", async () => {
    const five = [1, 2, 3, 4, 5].map((number) => upload(planned, number));
    expect(await world.runDuring(five, upload(planned, 6))).toEqual({
      outcome: '42501 new row violates row-level security policy for table "objects"',
      waitedFor: "advisory",
    });
  });

  test("an upload to another student's folder is refused without waiting", async () => {
    const foreign = { ...upload(planned, 2), who: other };
    expect(await world.runDuring([upload(planned, 1)], foreign)).toEqual({
      outcome: '42501 new row violates row-level security policy for table "objects"',
      waitedFor: null,
    });
  });

  test("an upload of another student does not wait", async () => {
    expect(await world.runDuring([upload(planned, 1)], upload(other, 1))).toEqual({
      outcome: "done",
      waitedFor: null,
    });
  });
});

describe("while an admin assigns a plan", () => {
  test("the next assignment waits and then replaces it", async () => {
    expect(await world.runDuring([assign("Basic")], assign("Advanced"))).toEqual({
      outcome: "done",
      waitedFor: "advisory",
    });
    const { rows } = await world.owner.query(
      "select plan_name, active from user_plans where user_id = $1 order by assigned_at desc limit 2",
      [student.id],
    );
    expect(rows).toEqual([
      { plan_name: "Advanced", active: true },
      { plan_name: "Basic", active: false },
    ]);
  });

  test("the job that ends plans skips the student without waiting", async () => {
    await world.owner.query("select private.end_expired_plans()");
    await world.owner.query("update user_plans set expires_at = now() where user_id = $1", [student.id]);
    expect(await world.runDuring([assign("Medium")], { job: "end_expired_plans" })).toEqual({
      outcome: "0",
      waitedFor: null,
    });
  });
});

describe("while a request of a mentor has recorded the use of their session", () => {
  // The request checks its session before it takes the role of the mentor.
  const recordUse = {
    who: { role: "maarga_request", claims: {} },
    text: "select private.require_session($1, $1, 0, 'aal1')",
    values: [other.id],
  };
  const block = {
    who: other,
    text: "select block_time($1, $2, $3)",
    values: [other.id, ...booking(monday, "15:00-16:00")],
  };
  beforeEach(async () => {
    const { owner } = world;
    await owner.query("delete from auth.sessions; delete from mentor_absences");
    await owner.query("select private.grant_mentor($1, 'tests')", [other.id]);
    await owner.query(
      `insert into auth.sessions (id, user_id, method, last_used_at)
       values ($1, $1, 'password', now() - interval '10 minutes')`,
      [other.id],
    );
  });

  afterAll(() => world.owner.query("select private.revoke_mentor($1)", [other.id]));

  test.each([
    ["revokes their rights", "select revoke_mentor($1)", [other.id]],
    ["gives them the rights again", "select grant_mentor($1)", ["other@example.org"]],
  ])("an admin who %s waits for it, and it does not wait for the admin", async (_what, text, values) => {
    if (text.includes("grant")) await world.owner.query("select private.revoke_mentor($1)", [other.id]);
    const change = { who: admin, text, values };
    // A former mentor may not block time, and books like any other student.
    const then = text.includes("grant") ? book(other, monday, "10:30-10:45") : block;
    expect(await world.runDuring([recordUse], change, [then])).toEqual({
      outcome: "done",
      waitedFor: "transactionid",
    });
  });
});

describe("that a student has booked is known", () => {
  const deletion = {
    who: planned,
    text: "delete from slots where user_id = $1 and start_time < $2",
    values: [planned.id, at(tuesday, "00:00")],
  };
  const hasBooked = async () =>
    (await world.owner.query("select has_booked from private.student_facts where id = $1", [planned.id]))
      .rows;
  beforeEach(() => world.runAtOnce([book(planned, monday, "10:30-11:00")]));

  test.each([
    [
      "a booking that comes while their only other slot is being deleted",
      deletion,
      book(planned, tuesday, "10:30-11:00"),
    ],
    [
      "a deletion of their only other slot that comes during a booking",
      book(planned, tuesday, "10:30-11:00"),
      deletion,
    ],
  ])("after %s", async (_when, first, second) => {
    expect(await world.runDuring([first], second)).toEqual({ outcome: "done", waitedFor: "advisory" });
    expect(await hasBooked()).toEqual([{ has_booked: true }]);
    await world.runAtOnce([{ ...deletion, values: [planned.id, at(dayFromToday(22), "00:00")] }]);
    expect(await hasBooked()).toEqual([{ has_booked: false }]);
  });
});

test("a campaign is not done while its failed recipients are being queued again", async () => {
  const [campaign] = (
    await world.owner.query<{ id: string }>(
      "insert into campaigns (request_id, subject, body) values (gen_random_uuid(), 'S', 'B') returning id",
    )
  ).rows;
  await world.owner.query(
    `insert into campaign_recipients (campaign_id, name, email, state, finished_at)
     values ($1, 'A', 'a@example.org', 'failed', now())`,
    [campaign?.id],
  );
  const run = (action: string) => ({ who: admin, text: `select ${action}($1)`, values: [campaign?.id] });
  expect(
    await world.runDuring([run("stop_campaign"), run("retry_failed")], { job: "finish_campaigns" }),
  ).toEqual({ outcome: "", waitedFor: null });
  expect((await world.owner.query("select state from campaigns")).rows).toEqual([{ state: "sending" }]);
});
