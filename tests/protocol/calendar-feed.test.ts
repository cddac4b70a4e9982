import { beforeAll, expect, test } from "vitest";
import { putUser } from "../world/auth-calls.ts";
import { eventsOf as eventsOfFeed, readFeed, renewFeed } from "../world/calendar-feed.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createStudent, type Member } from "../world/members.ts";
import { PASSWORD } from "../world/people.ts";
import { outputOf, sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

let student: Member;
beforeAll(async () => {
  student = await createStudent(server);
});

const renew = renewFeed;
const read = (token: string, method?: string) => readFeed(server, token, method);
const statusOf = async (token: string) => (await read(token)).status;
const eventsOf = (token: string) => eventsOfFeed(server, token);

/** Returns the times of a slot so many days from now; a test alone has its days, because all share one calendar. */
function times(days: number, time: string) {
  const day = new Date(Date.now() + days * 86_400_000).toLocaleDateString("en-CA", {
    timeZone: "Asia/Kolkata",
  });
  const start = new Date(`${day}T${time}+05:30`);
  return {
    start_time: start.toISOString(),
    end_time: new Date(start.getTime() + 30 * 60_000).toISOString(),
  };
}

test("a calendar program reads the slots, and follows when they move and when they are deleted", async () => {
  const token = await renew(student);
  expect(await eventsOf(token)).toEqual([]);
  const [first, second, moved] = [times(301, "10:30"), times(302, "11:30"), times(303, "12:30")];
  for (const booked of [first, second])
    await student.client.from("slots").insert({ user_id: student.id, topic: "Seats", ...booked });
  const before = await eventsOf(token);
  expect(before).toMatchObject([
    { start: first.start_time, end: first.end_time, zone: "UTC", alarm: ["DISPLAY", "-PT15M"] },
    { start: second.start_time },
  ]);
  expect(before[0]).toMatchObject({ summary: "Maarga mentor slot", contact: "Maarga" });
  expect(before[0]?.description).toBe(
    `Your mentor calls you on the phone number in your profile.\nMove or delete the slot at ${server.url}/book-slot.`,
  );
  expect(await eventsOf(token)).toEqual(before);

  await student.client.from("slots").update(moved).eq("start_time", second.start_time);
  await student.client.from("slots").update({ topic: "Fees" }).eq("start_time", first.start_time);
  const after = await eventsOf(token);
  expect(after[0]).toEqual(before[0]);
  expect(after[1]).toMatchObject({ uid: before[1]?.uid, start: moved.start_time });
  expect(after[1]?.sequence).toBeGreaterThan(before[1]?.sequence ?? 0);
  await student.client.from("slots").delete().eq("start_time", first.start_time);
  expect((await eventsOf(token)).map(({ uid }) => uid)).toEqual([before[1]?.uid]);
});

test("the answer is kept nowhere, and the secret is not logged", async () => {
  const token = await renew(student);
  const { status, headers } = await read(token, "HEAD");
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(headers.get("access-control-allow-origin")).toBeNull();
  expect(outputOf(server)).not.toContain(token);
  const [row] = await queryAt<{ row: string }>(
    server.databaseUrl,
    "select feed::text as row from public.calendar_feeds feed where user_id = $1",
    [student.id],
  );
  expect(row?.row).not.toContain(token);
});

test.each(["", "x", "a".repeat(64), "%00", "'", "token=1&token=2", "a".repeat(5_000)])(
  "the unknown secret %j gets 404",
  async (token) => {
    expect(await statusOf(token)).toBe(404);
  },
);

test("an address ends when it is renewed, turned off, and when the account is banned or closed to others", async () => {
  const [other, owner] = [await createStudent(server), await createStudent(server)];
  const first = await renew(other);
  const second = await renew(other);
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  await student.client.from("calendar_feeds").delete().eq("user_id", other.id);
  expect(await statusOf(second)).toBe(200);
  const ban = (until: string | null) =>
    queryAt(server.databaseUrl, "update auth.users set banned_until = $2 where id = $1", [other.id, until]);
  await ban("infinity");
  expect(await statusOf(second)).toBe(404);
  await ban(null);
  expect(await statusOf(second)).toBe(200);
  await other.client.from("calendar_feeds").delete().eq("user_id", other.id);
  expect(await statusOf(second)).toBe(404);

  await renew(owner);
  await putUser(server, owner.token, { password: "another horse battery", current_password: PASSWORD });
  const stolen = await renew(owner);
  const { text } = await waitForMail(server, owner.email, { subject: "Your password was changed" });
  const button = /https?:\S+\/not-me\/v1\S+/.exec(text ?? "")?.[0] ?? "";
  expect((await fetch(button, { method: "POST" })).status).toBe(200);
  expect(await statusOf(stolen)).toBe(404);
});

test("a new password ends the address, and other changes of the account do not", async () => {
  const owner = await createStudent(server);
  const token = await renew(owner);
  await putUser(server, owner.token, { data: { language: "kn" } });
  expect(await statusOf(token)).toBe(200);
  await putUser(server, owner.token, { password: "another horse battery", current_password: PASSWORD });
  expect(await statusOf(token)).toBe(404);
});

test("a call with an Idempotency-Key is refused, so the secret is kept nowhere, and the address stays", async () => {
  const owner = await createStudent(server);
  const token = await renew(owner);
  const { status, error } = await owner.client
    .rpc("renew_calendar_feed")
    .setHeader("Idempotency-Key", "renew");
  expect([status, error?.message]).toEqual([
    400,
    "The answer is a secret, which is not kept for an Idempotency-Key.",
  ]);
  expect(
    await queryAt(server.databaseUrl, "select key from private.request_answers where user_id = $1", [
      owner.id,
    ]),
  ).toEqual([]);
  expect(await statusOf(token)).toBe(200);
});
