import { beforeAll, describe, expect, test } from "vitest";
import { sharedServer } from "../world/server.ts";
import { givePlan, inTwoDays, joinAsAdmin, joinWithProfile, type Member, refusal } from "./rest-world.ts";

/** What the screens ask of these tables, through the official client. */
const server = sharedServer();
let admin: Member;
beforeAll(async () => {
  admin = await joinAsAdmin(server);
});

describe("slots", () => {
  let student: Member;
  let other: Member;
  beforeAll(async () => {
    student = await joinWithProfile(server);
    other = await joinWithProfile(server);
    await givePlan(admin, student);
    await givePlan(admin, other);
  });
  const slot = (hour: number, minute: number, minutes = 15) => ({
    start_time: inTwoDays(hour, minute).toISOString(),
    end_time: inTwoDays(hour, minute + minutes).toISOString(),
  });
  const book = (who: Member, times: ReturnType<typeof slot>) =>
    who.client.from("slots").insert({ user_id: who.id, ...times });
  const own = () =>
    student.client.from("slots").select("id, start_time, end_time").order("start_time", { ascending: false });

  test("a slot is booked, and then it is taken for everybody", async () => {
    expect(await book(student, slot(11, 30))).toMatchObject({ error: null, status: 201, data: null });
    expect(await book(other, slot(11, 30))).toMatchObject({
      status: 400,
      error: refusal("This slot is already booked."),
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
  ])("a wrong time is refused: %s", async (message, times) => {
    const { error, status } = await book(student, times);
    expect(status).toBe(400);
    expect(error).toMatchObject(refusal(message));
  });

  test("without a plan nothing is booked, and nothing for somebody else", async () => {
    const planless = await joinWithProfile(server);
    const { error } = await book(planless, slot(13, 30));
    expect(error).toMatchObject(refusal("Please purchase a plan to book slots."));
    const forOther = await student.client.from("slots").insert({ user_id: other.id, ...slot(13, 30) });
    expect(forOther).toMatchObject({ status: 403, error: { code: "42501" } });
  });

  test("a student sees the own ones, newest first, and when others are busy", async () => {
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

  test("overlaps are found, the slot itself left out", async () => {
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

  test("a slot is moved within the rules", async () => {
    const id = (await own()).data?.[1]?.id;
    const moved = await student.client.from("slots").update(slot(18, 30)).eq("id", id);
    expect(moved).toMatchObject({ error: null, status: 204 });
    const taken = await student.client.from("slots").update(slot(16, 30)).eq("id", id);
    expect(taken.error).toMatchObject(refusal("This slot is already booked."));
  });

  test("three a day are enough", async () => {
    expect((await book(student, slot(19, 45))).error).toBeNull();
    const { error } = await book(student, slot(20, 30));
    expect(error).toMatchObject(refusal("You have reached the maximum of 3 slots for this day."));
    const { count } = await student.client.from("slots").select("*", { count: "exact", head: true });
    expect(count).toBe(3);
  });

  test("a slot is deleted by its student and by nobody else", async () => {
    const id = (await own()).data?.[0]?.id;
    const foreign = await other.client.from("slots").delete().eq("id", id).select("id");
    expect(foreign).toMatchObject({ error: null, data: [] });
    const { error, status } = await student.client.from("slots").delete().eq("id", id);
    expect({ error, status }).toEqual({ error: null, status: 204 });
    expect((await own()).data).toHaveLength(2);
  });
});
