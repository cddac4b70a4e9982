import { beforeEach, describe, expect, test } from "vitest";
import { newEntries } from "./audit-log-world.ts";
import { bookCall, startCall } from "./mentor-world.ts";
import { people, type Who } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const { other, planned, student } = people;
const world = setUpWorld();

let slot: string;
/** Planned has a call with "other"; "student" is another mentor. */
beforeEach(async () => {
  slot = await bookCall(world);
});

const MARK = "select mark_call($1, $2)";
const mark = (outcome: string | null, who: Who = "other") => world.as(who, MARK, [slot, outcome]);
const report = (who: Who = "planned") => world.refusal(who, "select report_missing_mentor($1)", [slot]);
const marks = () => world.asOwner("select outcome, marked_by from call_outcomes");
const claim = async (about = "apology") =>
  (await world.asOwner("select * from private.claim_slot_mail($1, $2)", [slot, about]))[0];
const jobs = () =>
  world.asOwner(
    `select extract(epoch from run_at - now())::int as seconds from graphile_worker._private_jobs
     where payload ->> 'about' = 'apology'`,
  );
/** Moves the slot so that it ended this many minutes ago. */
const endAgo = (minutes: number) =>
  world.withoutTriggers(
    `update slots set start_time = now() - make_interval(mins => $1 + 30), end_time = now() - make_interval(mins => $1)`,
    [minutes],
  );

describe("a student whose mentor did not come", () => {
  test.each([
    ["before the end", -1, "Please wait until the end of your slot."],
    ["at the end", 0, undefined],
    ["a week later", 7 * 24 * 60, undefined],
    ["after a week", 7 * 24 * 60 + 1, "This slot was more than a week ago. Please contact us instead."],
  ])("reports it %s", async (_when, minutes, refusal) => {
    await endAgo(minutes);
    expect((await report())?.message).toBe(refusal);
    expect(await marks()).toEqual(
      refusal === undefined ? [{ outcome: "mentor missed", marked_by: planned.id }] : [],
    );
  });

  test("reports it once, and neither they nor the mentor take it back", async () => {
    await endAgo(5);
    expect(await report()).toBeUndefined();
    expect(await report()).toBeUndefined();
    expect(await marks()).toHaveLength(1);
    expect((await world.refusal("planned", MARK, [slot, null]))?.code).toBe("42501");
    expect((await world.refusal("other", MARK, [slot, null]))?.message).toContain("Please ask an admin.");
    expect((await world.refusal("other", MARK, [slot, "missed"]))?.message).toBe(
      "This call is already marked.",
    );
    await mark(null, "admin");
    expect(await marks()).toEqual([]);
  });

  test("cannot replace the mark of the mentor, so their own missed call counts", async () => {
    await endAgo(5);
    await mark("missed");
    expect((await report())?.message).toBe(
      "Your mentor has marked this call. Please contact us if the mark is wrong.",
    );
    expect(await marks()).toEqual([{ outcome: "missed", marked_by: other.id }]);
  });

  test("is the only one who reports it so", async () => {
    await endAgo(5);
    for (const who of ["newcomer", "student", "other", "admin", "formerAdmin"] as const)
      expect((await report(who))?.message, who).toBe("This slot was deleted.");
    for (const who of ["visitor", "secretKey"] as const) expect((await report(who))?.code).toBe("42501");
  });
});

describe("the apology for a mentor who did not come", () => {
  test.each(["other", "admin", "planned"] as const)("is sent once when %s has marked it", async (who) => {
    await endAgo(5);
    await world.asOwner("update profiles set notify_email = false");
    if (who === "planned") await report();
    else await mark("mentor missed", who);
    expect(await jobs()).toEqual([{ seconds: 60 }]);
    expect(await claim()).toMatchObject({
      kind: "mentor missed",
      email: "planned@example.org",
      mentor: "Other Gowda",
    });
    expect(await claim()).toBeUndefined();
  });

  test("is not sent if the mark was undone within the minute, and once if it was set again", async () => {
    await startCall(world);
    await mark("mentor missed");
    await mark(null);
    expect(await claim()).toBeUndefined();
    await mark("mentor missed");
    expect(await jobs()).toEqual([{ seconds: 60 }]);
    expect((await claim())?.kind).toBe("mentor missed");
  });

  test("is not sent for other marks", async () => {
    await startCall(world);
    await mark("missed");
    expect(await jobs()).toEqual([]);
    expect(await claim()).toBeUndefined();
  });

  test("is sent again after a failure, and is kept until it is sent", async () => {
    await endAgo(3 * 24 * 60);
    await world.asOwner("delete from private.slot_mails");
    await mark("mentor missed");
    await world.asOwner("select private.delete_old_slot_mails()");
    const { kind, start_time, was_start, was_end, was_mentor } = (await claim()) ?? {};
    await world.asOwner("select private.release_slot_mail($1, $2, $3, $4, $5, $6)", [
      slot,
      kind,
      start_time,
      was_start,
      was_end,
      was_mentor,
    ]);
    expect((await claim())?.kind).toBe("mentor missed");
    await world.asOwner("select private.delete_old_slot_mails()");
    expect(await world.asOwner("select from private.slot_mails")).toEqual([]);
  });

  test("has the three nearest times from now on", async () => {
    await endAgo(3 * 24 * 60);
    const times = await world.asOwner<{ start_time: Date }>(
      `select free.start_time from slots,
         lateral private.nearest_free_times(user_id, slots.start_time, 30) as free`,
    );
    expect(times).toHaveLength(3);
    for (const { start_time } of times) {
      expect(start_time.getTime()).toBeGreaterThan(Date.now());
      expect(start_time.getTime()).toBeLessThan(Date.now() + 86_400_000);
    }
  });
});

describe("on record with who did it are", () => {
  const subject = "Planned Gowda <planned@example.org>";
  const entries = async () =>
    (await newEntries(world)).map(({ action, actor_email, subject, details }) => ({
      action,
      actor_email,
      subject,
      details,
    }));
  const starts_at = expect.stringMatching(/^\d{4}-/);
  const mentor = "Other Gowda";

  test("marks, their removal, and the reports of students", async () => {
    const before = (await entries()).length;
    await startCall(world);
    await mark("missed");
    await mark("missed");
    await mark(null, "admin");
    await endAgo(5);
    await report();
    expect((await entries()).slice(before)).toEqual([
      {
        action: "call marked",
        actor_email: "other@example.org",
        subject,
        details: { starts_at, mentor, outcome: "missed" },
      },
      {
        action: "call mark removed",
        actor_email: "admin@example.org",
        subject,
        details: { starts_at, mentor, outcome: "missed" },
      },
      {
        action: "call marked",
        actor_email: "planned@example.org",
        subject,
        details: { starts_at, mentor, outcome: "mentor missed" },
      },
    ]);
  });

  test("bookings that others moved and cancelled, even with the secret key, but not those of the student", async () => {
    const before = (await entries()).length;
    await world.as(
      "planned",
      "update slots set start_time = start_time + interval '1 hour', end_time = end_time + interval '1 hour'",
    );
    await world.as("admin", "select move_booking($1, $2)", [slot, student.id]);
    await world.as(
      "secretKey",
      "update slots set start_time = start_time + interval '1 hour', end_time = end_time + interval '1 hour'",
    );
    await world.as("secretKey", "delete from slots");
    expect((await entries()).slice(before)).toEqual([
      {
        action: "booking moved",
        actor_email: "admin@example.org",
        subject,
        details: { starts_at, mentor: "Student Gowda" },
      },
      {
        action: "booking moved",
        actor_email: "secret key",
        subject,
        details: { starts_at, moved_from: starts_at, mentor: "Student Gowda" },
      },
      { action: "booking cancelled", actor_email: "secret key", subject, details: { starts_at } },
    ]);
    slot = await bookCall(world);
    const cancelled = (await entries()).length;
    await world.as("planned", "delete from slots");
    expect(await entries()).toHaveLength(cancelled);
  });

  test("not the slots and marks of an account that is deleted", async () => {
    await startCall(world);
    await mark("held");
    await world.withoutTriggers(
      `insert into slots (user_id, mentor_id, start_time, end_time)
       select user_id, mentor_id, start_time + interval '1 day', end_time + interval '1 day' from slots`,
    );
    const before = (await entries()).length;
    await world.asOwner("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: student.id }),
    ]);
    await world.asOwner("delete from auth.users where id = $1", [planned.id]);
    expect(await entries()).toHaveLength(before);
  });

  test("hours, pauses and blocked times that somebody else sets for a mentor", async () => {
    const before = (await entries()).length;
    const hours = JSON.stringify([{ weekday: 1, starts_at: "10:00", ends_at: "12:30" }]);
    const [start, end] = ["2027-06-01T10:00+05:30", "2027-06-01T12:00+05:30"];
    for (const who of ["student", "admin"] as const) {
      await world.as(who, "select set_mentor_hours($1, $2)", [student.id, hours]);
      for (const active of [false, false, true])
        await world.as(who, "select set_mentor_active($1, $2)", [student.id, active]);
      await world.as(who, "select block_time($1, $2, $3)", [student.id, start, end]);
      await world.as(who, "delete from mentor_absences where mentor_id = $1", [student.id]);
    }
    const byAdmin = { actor_email: "admin@example.org", subject: "student@example.org" };
    expect((await entries()).slice(before)).toEqual([
      { ...byAdmin, action: "mentor hours set", details: { from: 2.5, to: 2.5 } },
      { ...byAdmin, action: "mentor paused", details: {} },
      { ...byAdmin, action: "mentor resumed", details: {} },
      { ...byAdmin, action: "mentor time blocked", details: { starts_at, ends_at: starts_at } },
      { ...byAdmin, action: "mentor time freed", details: { starts_at, ends_at: starts_at } },
    ]);
  });
});
