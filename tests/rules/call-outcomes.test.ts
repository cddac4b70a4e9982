import { beforeEach, expect, test } from "vitest";
import { bookCall, startCall } from "./mentor-world.ts";
import { people, type Who } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();
const MARK = "select mark_call($1, $2)";

let slot: string;
/** Planned has a call with "other"; "student" is another mentor. */
beforeEach(async () => {
  slot = await bookCall(world);
});
const start = () => startCall(world);
const refusal = (who: Who, outcome: string | null) => world.refusal(who, MARK, [slot, outcome]);
const marked = async () =>
  (await world.asOwner("select outcome from call_outcomes")).map(({ outcome }) => outcome);
const passMinute = () => world.asOwner("update call_outcomes set marked_at = now() - interval '61 seconds'");

test("only the mentor of the call and admins mark it, once it has started", async () => {
  expect(await refusal("other", "held")).toMatchObject({ message: "This slot has not started yet." });
  expect(await refusal("admin", null)).toMatchObject({ message: "This slot has not started yet." });
  await start();
  for (const who of ["visitor", "newcomer", "student", "planned", "formerAdmin"] as const)
    for (const outcome of ["held", null]) expect((await refusal(who, outcome))?.code, who).toBe("42501");
  for (const who of ["other", "admin", "secretKey"] as const)
    expect(await refusal(who, "missed"), who).toBeUndefined();
  expect(await refusal("other", "lost")).toMatchObject({ code: "23514" });
  for (const who of ["visitor", "planned", "other", "admin"] as const)
    for (const statement of [
      "select from call_outcomes",
      "delete from call_outcomes",
      "update call_outcomes set outcome = 'held'",
      `insert into call_outcomes (slot_id, outcome) values ('${slot}', 'held')`,
    ])
      expect((await world.refusal(who, statement))?.code, `${who}: ${statement}`).toBe("42501");
  expect(await world.refusal("admin", MARK, [people.planned.id, "held"])).toMatchObject({
    message: "This slot was deleted.",
  });
  await world.as("admin", "select revoke_mentor($1)", [people.other.id]);
  expect((await refusal("other", "held"))?.code).toBe("42501");
});

test("a mark stays, and its mentor can take it away for a minute, an admin at any time", async () => {
  await start();
  await world.as("other", MARK, [slot, "held"]);
  expect(await refusal("other", "held")).toBeUndefined();
  expect(await refusal("other", "missed")).toMatchObject({ message: "This call is already marked." });
  await world.as("other", MARK, [slot, null]);
  expect(await marked()).toEqual([]);
  expect(await refusal("other", null)).toBeUndefined();
  await world.as("other", MARK, [slot, "late"]);
  await passMinute();
  expect(await refusal("other", null)).toMatchObject({
    message: "The minute to undo this has passed. Please ask an admin.",
  });
  expect(await marked()).toEqual(["late"]);
  await world.as("admin", MARK, [slot, null]);
  expect(await marked()).toEqual([]);
});

test("the agenda shows the mark, how often the student missed a call, and the link of the call", async () => {
  await start();
  await world.withoutTriggers(
    `insert into slots (user_id, mentor_id, start_time, end_time)
     select user_id, mentor_id, start_time - interval '1 day', end_time - interval '1 day' from slots`,
  );
  await world.asOwner(
    "insert into call_outcomes (slot_id, outcome) select id, 'missed' from slots where id <> $1",
    [slot],
  );
  await world.asOwner("update mentor_links set video_url = 'https://meet.example.org/a'");
  await world.as("other", MARK, [slot, "late"]);
  const { rows } = await world.as(
    "other",
    `select outcome, marked_at is not null as is_marked, earlier_calls, missed_calls, video_url
     from list_bookings(current_date - 3, current_date + 3)`,
  );
  const video_url = "https://meet.example.org/a";
  expect(rows).toEqual([
    { outcome: "missed", is_marked: true, earlier_calls: 0, missed_calls: 0, video_url },
    { outcome: "late", is_marked: true, earlier_calls: 1, missed_calls: 1, video_url },
  ]);
});
