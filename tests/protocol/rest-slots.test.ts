import { beforeAll, describe, expect, test } from "vitest";
import { createMember, type Member } from "../world/members.ts";
import { UG_CET_BASIC } from "../world/people.ts";
import { ruleRefusal } from "../world/refusals.ts";
import { sharedServer } from "../world/server.ts";

/** The requests that the screens send for this table, through the official client. */
const server = sharedServer();

/** Returns the instant of a time of day in Karnataka, two days from now. */
function inTwoDays(hour: number, minute: number): Date {
  const KOLKATA_MINUTES = 330;
  const day = new Date(Date.now() + 2 * 86_400_000 + KOLKATA_MINUTES * 60_000);
  day.setUTCHours(hour, minute - KOLKATA_MINUTES, 0, 0);
  return day;
}

describe("in the table slots", () => {
  let student: Member;
  let other: Member;
  beforeAll(async () => {
    student = await createMember(server, { plan: UG_CET_BASIC });
    other = await createMember(server, { plan: UG_CET_BASIC });
  });
  const slot = (hour: number, minute: number, minutes = 15) => ({
    start_time: inTwoDays(hour, minute).toISOString(),
    end_time: inTwoDays(hour, minute + minutes).toISOString(),
  });
  const book = (who: Member, times: ReturnType<typeof slot>) =>
    who.client.from("slots").insert({ user_id: who.id, ...times });
  const own = () =>
    student.client.from("slots").select("id, start_time, end_time").order("start_time", { ascending: false });

  test("a booked slot is no longer free for anybody", async () => {
    expect(await book(student, slot(11, 30))).toMatchObject({ error: null, status: 201, data: null });
    expect(await book(other, slot(11, 30))).toMatchObject({
      status: 400,
      error: ruleRefusal("This slot is already booked."),
    });
  });

  test.each([
    ["Slot must be between 10:00 AM and 10:00 PM (Working hours)", slot(9, 30)],
    ["Cannot book during a break period. Please select a valid slot.", slot(12, 0)],
    ["A slot of your plan lasts 15 minutes.", slot(12, 30, 30)],
    [
      "Please select a future date and time.",
      { start_time: "2020-01-01T06:00:00Z", end_time: "2020-01-01T06:15:00Z" },
    ],
  ])("an invalid time is refused: %s", async (message, times) => {
    const { error, status } = await book(student, times);
    expect(status).toBe(400);
    expect(error).toMatchObject(ruleRefusal(message));
  });

  test("a student without a plan cannot book, and nobody can book for another student", async () => {
    const planless = await createMember(server, { profile: {} });
    const { error } = await book(planless, slot(13, 30));
    expect(error).toMatchObject(ruleRefusal("Please purchase a plan to book slots."));
    const forOther = await student.client.from("slots").insert({ user_id: other.id, ...slot(13, 30) });
    expect(forOther).toMatchObject({ status: 403, error: { code: "42501" } });
  });

  test("a student sees their own slots, the newest first, and the times of all others", async () => {
    await book(student, slot(14, 45));
    await book(other, slot(16, 30));
    const { data } = await own();
    expect(data?.map(({ start_time: start }) => Date.parse(start))).toEqual([
      inTwoDays(14, 45).getTime(),
      inTwoDays(11, 30).getTime(),
    ]);
    const day = [inTwoDays(0, 0).toISOString(), inTwoDays(23, 59).toISOString()] as const;
    const seen = await student.client
      .from("slots")
      .select("*")
      .gte("start_time", day[0])
      .lt("start_time", day[1]);
    expect(seen.data?.every(({ user_id: id }) => id === student.id)).toBe(true);
    const busy = await student.client
      .from("busy_slots")
      .select("*")
      .gte("start_time", day[0])
      .lt("start_time", day[1]);
    expect(busy.data).toHaveLength(3);
    expect(Object.keys(busy.data?.[0] ?? {})).toEqual(["start_time", "end_time"]);
  });

  test("overlapping slots are found, without the slot itself", async () => {
    const id = (await own()).data?.[1]?.id;
    const overlapping = () =>
      student.client
        .from("slots")
        .select("id")
        .lt("start_time", slot(11, 30).end_time)
        .gt("end_time", slot(11, 30).start_time);
    expect((await overlapping()).data).toEqual([{ id }]);
    expect((await overlapping().neq("id", id)).data).toEqual([]);
  });

  test("a slot can be moved to a free time only", async () => {
    const id = (await own()).data?.[1]?.id;
    const moved = await student.client.from("slots").update(slot(18, 30)).eq("id", id);
    expect(moved).toMatchObject({ error: null, status: 204 });
    const taken = await student.client.from("slots").update(slot(16, 30)).eq("id", id);
    expect(taken.error).toMatchObject(ruleRefusal("This slot is already booked."));
  });

  test("a fourth slot on one day is refused", async () => {
    expect((await book(student, slot(19, 45))).error).toBeNull();
    const { error } = await book(student, slot(20, 30));
    expect(error).toMatchObject(ruleRefusal("You have reached the maximum of 3 slots for this day."));
    const { count } = await student.client.from("slots").select("*", { count: "exact", head: true });
    expect(count).toBe(3);
  });

  test("a slot can be deleted by its student only", async () => {
    const id = (await own()).data?.[0]?.id;
    const foreign = await other.client.from("slots").delete().eq("id", id).select("id");
    expect(foreign).toMatchObject({ error: null, data: [] });
    const { error, status } = await student.client.from("slots").delete().eq("id", id);
    expect({ error, status }).toEqual({ error: null, status: 204 });
    expect((await own()).data).toHaveLength(2);
  });
});
