import { beforeAll, describe, expect, test } from "vitest";
import { createMember, createStudent, type Member } from "../world/members.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

/** A day of its own for each student: all tests share one calendar. */
let nextDay = 200;
function slotAt(day: number, hour: number) {
  const start = new Date(Date.now() + day * 86_400_000);
  start.setUTCHours(hour, 0, 0, 0); // half past the hour in Karnataka
  return { start_time: start.toISOString(), end_time: new Date(+start + 30 * 60_000).toISOString() };
}

let student: Member;
let day: number;
const newKey = () => crypto.randomUUID();
const book = (hour: number, key: string, who = student) =>
  who.client
    .from("slots")
    .insert({ user_id: who.id, ...slotAt(day, hour) })
    .select("id, start_time")
    .setHeader("Idempotency-Key", key);
const slotsOf = ({ id }: Member) =>
  queryAt(server.databaseUrl, "select id from public.slots where user_id = $1", [id]);

beforeAll(async () => {
  student = await createStudent(server);
  day = nextDay++;
});

describe("a repeated request with its key", () => {
  test("books once and gets the first answer", async () => {
    const key = newKey();
    const first = await book(5, key);
    expect(first).toMatchObject({ error: null, status: 201 });
    expect(await book(5, key)).toEqual(first);
    expect(await slotsOf(student)).toHaveLength(1);
  });

  test("books once although it is sent many times at once", async () => {
    const other = await createStudent(server);
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 6 }, () => book(6, key, other)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(await slotsOf(other)).toEqual(answers[0]?.data?.map(({ id }) => ({ id })));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data)))).toHaveProperty("size", 1);
  });

  test("moves and deletes once", async () => {
    const { data } = await book(7, newKey());
    const id = data?.[0]?.id;
    const keys = [newKey(), newKey()] as const;
    const move = () =>
      student.client
        .from("slots")
        .update(slotAt(day, 8))
        .eq("id", id)
        .select("id")
        .setHeader("Idempotency-Key", keys[0]);
    const remove = () =>
      student.client.from("slots").delete().eq("id", id).select("id").setHeader("Idempotency-Key", keys[1]);
    for (const run of [move, move, remove, remove, move])
      expect(await run()).toMatchObject({ error: null, data: [{ id }] });
  });

  test("calls a function once", async () => {
    const admin = await createMember(server, { isAdmin: true });
    const key = newKey();
    const assign = () =>
      admin.client
        .rpc("assign_plan", { student: student.id, level: "ug", exam: "cet", name: "Advanced" })
        .setHeader("Idempotency-Key", key);
    const first = await assign();
    expect(first.error).toBeNull();
    expect(await assign()).toEqual(first);
    expect(
      await queryAt(server.databaseUrl, "select from public.user_plans where user_id = $1", [student.id]),
    ).toHaveLength(2);
  });

  test("of a function that changes nothing is answered anew, and its answer is not kept", async () => {
    const other = await createStudent(server);
    const busy = () =>
      other.client
        .rpc("busy_times", { day: slotAt(day, 14).start_time.slice(0, 10) })
        .setHeader("Idempotency-Key", "busy");
    const before = (await busy()).data?.length ?? 0;
    await book(14, newKey(), other);
    expect(await busy()).toMatchObject({ status: 200, data: { length: before + 1 } });
    const kept = "select key from private.request_answers where user_id = $1 and key = 'busy'";
    expect(await queryAt(server.databaseUrl, kept, [other.id])).toEqual([]);
  });

  test("is tried again if it was refused: only an effect is kept", async () => {
    const other = await createStudent(server);
    const { data } = await book(9, newKey(), other);
    const key = newKey();
    expect(await book(9, key)).toMatchObject({
      status: 400,
      error: { message: "This slot is already booked." },
    });
    await other.client.from("slots").delete().eq("id", data?.[0]?.id);
    expect(await book(9, key)).toMatchObject({ error: null, status: 201 });
  });
});

describe("attack: a key", () => {
  test("with another request is refused, whatever differs", async () => {
    const key = newKey();
    await book(10, key);
    const before = await slotsOf(student);
    const { client, id } = student;
    const row = { user_id: id, ...slotAt(day, 10) };
    const refusals = await Promise.all([
      book(11, key),
      client.from("slots").insert(row).setHeader("Idempotency-Key", key),
      client.from("slots").insert(row).select("id").setHeader("Idempotency-Key", key),
      client.from("slots").delete().eq("user_id", id).setHeader("Idempotency-Key", key),
    ]);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        status: 422,
        error: { code: "PT422", message: "This Idempotency-Key was used for another request." },
      });
    expect(await slotsOf(student)).toEqual(before);
  });

  test("of a former admin shows nothing of the answer", async () => {
    const admin = await createMember(server, { isAdmin: true });
    const [other, key] = [await createStudent(server), newKey()];
    const deactivate = () =>
      admin.client
        .from("user_plans")
        .update({ active: false })
        .eq("user_id", other.id)
        .select()
        .setHeader("Idempotency-Key", key);
    expect((await deactivate()).data).not.toEqual([]);
    await queryAt(server.databaseUrl, "delete from private.admins where user_id = $1", [admin.id]);
    const { status, data, error } = await deactivate();
    expect([status, data, error?.code]).toEqual([403, null, "PT403"]);
  });

  test("of somebody else shows nothing of their answer and prevents nothing", async () => {
    const [other, key] = [await createStudent(server), newKey()];
    const theirs = await book(12, key, other);
    day = nextDay++;
    const mine = await book(12, key);
    expect(mine).toMatchObject({ error: null, status: 201 });
    expect(mine.data).not.toEqual(theirs.data);
  });

  test("gives no answer to an ended session", async () => {
    const [other, key] = [await createStudent(server), newKey()];
    await book(13, key, other);
    await queryAt(server.databaseUrl, "delete from auth.sessions where user_id = $1", [other.id]);
    expect(await book(13, key, other)).toMatchObject({ status: 401, data: null });
  });

  test.each([
    ["too long", "x".repeat(129)],
    ["huge", "x".repeat(10_000)],
    ["with a space", "a b"],
    ["with letters that are no ASCII", "ÿ"],
    ["empty", ""],
  ])("that is %s is refused", async (_case, key) => {
    const before = await slotsOf(student);
    expect(await book(14, key)).toMatchObject({ status: 400, error: { code: "invalid_idempotency_key" } });
    expect(await slotsOf(student)).toEqual(before);
  });

  test.each(["publishableKey", "secretKey"] as const)("with the %s alone is refused", async (name) => {
    const response = await fetch(`${server.url}/rest/v1/slots`, {
      method: "POST",
      headers: { apikey: server[name], "Idempotency-Key": newKey() },
      body: "{}",
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_idempotency_key" });
  });

  test("on a read has no effect", async () => {
    const key = newKey();
    const read = () => student.client.from("slots").select("id").setHeader("Idempotency-Key", key);
    const { data: before } = await read();
    day = nextDay++;
    await book(5, newKey());
    expect((await read()).data).toHaveLength((before?.length ?? 0) + 1);
  });
});
