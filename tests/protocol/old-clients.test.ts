import { afterAll, beforeAll, expect, test } from "vitest";
import { createMember, createStudent, type Member } from "../world/members.ts";
import { grantMentor } from "../world/people.ts";
import { type RunningServer, startServer } from "../world/server.ts";

/** A server of its own, because one mentor changes the calendar of all. */
let server: RunningServer;
let students: readonly [Member, Member, Member];
beforeAll(async () => {
  server = await startServer();
  students = [await createStudent(server), await createStudent(server), await createStudent(server)];
  for (let mentors = 0; mentors < 2; mentors += 1)
    await grantMentor(server, (await createMember(server, { profile: {} })).id);
});
afterAll(() => server?.stop());

const DAY = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const range = (time: string) => {
  const start = new Date(`${DAY}T${time}+05:30`);
  return {
    start_time: start.toISOString(),
    end_time: new Date(start.getTime() + 30 * 60_000).toISOString(),
  };
};

// The calls of the specification, section 7, and nothing else.
const book = ({ client, id }: Member, time: string) =>
  client.from("slots").insert([{ user_id: id, ...range(time) }]);
async function own({ client, id }: Member) {
  const slots = client.from("slots").select("*").eq("user_id", id);
  return (await slots.order("start_time", { ascending: false })).data ?? [];
}
const ofDay = ({ client }: Member) =>
  client
    .from("slots")
    .select("start_time, end_time")
    .gte("start_time", `${DAY}T00:00:00+05:30`)
    .lte("start_time", `${DAY}T23:59:59+05:30`);
const overlaps = ({ client }: Member, time: string, exceptId: string) =>
  client
    .from("slots")
    .select("id")
    .lt("start_time", range(time).end_time)
    .gt("end_time", range(time).start_time)
    .neq("id", exceptId);
const instants = (rows: readonly { start_time: string }[] | null) =>
  rows?.map(({ start_time }) => new Date(start_time).toISOString());

test("a client that knows nothing of mentors books, moves and deletes with two of them, and reads the same refusals", async () => {
  const [first, second, third] = students;
  expect((await book(first, "10:30")).error).toBeNull();
  expect((await book(second, "10:30")).error).toBeNull();
  const full = await book(third, "10:30");
  expect(full.error?.message).toBe("This slot is already booked.");
  expect((await book(third, "11:30")).error).toBeNull();

  const [slot] = await own(third);
  expect(slot).toMatchObject({ id: expect.any(String), user_id: third.id });
  expect(instants([slot])).toEqual([range("11:30").start_time]);
  expect(instants((await ofDay(third)).data)).toEqual([range("11:30").start_time]);
  expect((await overlaps(third, "11:30", slot.id)).data).toEqual([]);

  const move = (time: string) => third.client.from("slots").update(range(time)).eq("id", slot.id);
  expect((await move("10:30")).error?.message).toBe("This slot is already booked.");
  expect((await move("12:30")).error).toBeNull();
  const [moved] = await own(third);
  expect(instants([moved])).toEqual([range("12:30").start_time]);
  expect((await third.client.from("slots").delete().eq("id", slot.id)).error).toBeNull();
  expect(await own(third)).toEqual([]);
  expect(await own(first)).toHaveLength(1);
});
