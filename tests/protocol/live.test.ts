import { afterEach, beforeAll, expect, test } from "vitest";
import { type LiveStream, openLiveStream } from "../world/live-stream.ts";
import { createStudent, type Member, signInAt, signToken } from "../world/members.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";
import { waitUntil } from "../world/wait-until.ts";

const server = sharedServer();
const query = (text: string, values: unknown[]) => queryAt(server.databaseUrl, text, values);
const opened: LiveStream[] = [];
async function open(member: Pick<Member, "token">, age?: number): Promise<LiveStream> {
  const stream = await openLiveStream(server, member, { age });
  opened.push(stream);
  return stream;
}
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});

let student: Member;
let other: Member;
beforeAll(async () => {
  [student, other] = [await createStudent(server), await createStudent(server)];
});

/** A day that no other test uses, because all share one calendar. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
async function book({ client, id }: Member, day: string): Promise<void> {
  const times = { start_time: `${day}T05:00:00Z`, end_time: `${day}T05:30:00Z` };
  expect((await client.from("slots").insert({ user_id: id, ...times })).error).toBeNull();
}

test("a booking and its deletion show on the screens of others, which learn the day and nothing else", async () => {
  const [booked, deleted] = [dayIn(311), dayIn(312)];
  await book(other, deleted);
  const stream = await open(student);
  expect(stream.response.status).toBe(200);
  await book(other, booked);
  await stream.waitForDay(booked);
  await other.client.from("slots").delete().eq("user_id", other.id);
  await stream.waitForDay(deleted);
  expect(stream.text()).toMatch(/^(:\n\n|data:(all|\d{4}-\d\d-\d\d)(,\d{4}-\d\d-\d\d)*\n\n)+$/);
});

test("a screen with data of a known age hears at once what has changed since", async () => {
  const day = dayIn(313);
  await book(other, day);
  await (await open(student, 30)).waitForDay(day);
  await (await open(student, 100_000)).waitForDay("all");
  expect((await open(student)).text()).not.toContain("all");
});

test("the headers keep the stream from being stored, compressed and read by other pages", async () => {
  const { headers } = (await open(student)).response;
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-content-type-options": "nosniff",
    "access-control-allow-origin": "*",
  });
  expect(headers.get("content-encoding")).toBeNull();
  expect(headers.get("x-request-id")).toMatch(/-/);
});

test.each([
  ["a visitor", () => server.publishableKey, "Please log in first."],
  ["the secret key", () => server.secretKey, "Please log in first."],
  ["a token that is none", () => "a.b.c", "Invalid JWT"],
])("%s gets no stream", async (_who, token, message) => {
  const stream = await open({ token: token() });
  await stream.ended();
  expect([stream.response.status, stream.text()]).toEqual([401, JSON.stringify({ message })]);
});

test("a request without the API key, or for the headers alone, gets no stream", async () => {
  const address = `${server.url}/live/v1/busy-times`;
  const authorization = `Bearer ${student.token}`;
  expect((await fetch(address, { headers: { authorization } })).status).toBe(401);
  const headers = { authorization, apikey: server.publishableKey };
  const { headers: answered } = await fetch(address, { method: "HEAD", headers });
  expect(answered.get("content-type")).not.toContain("event-stream");
});

test.each([
  ["logs out", logOut],
  [
    "has their sessions ended",
    ({ id }: Member) => query("delete from auth.sessions where user_id = $1", [id]),
  ],
  [
    "is banned",
    ({ id }: Member) => query("update auth.users set banned_until = 'infinity' where id = $1", [id]),
  ],
  ["gets a second step", ({ id }: Member) => query(ADD_FACTOR, [id])],
  ["is deleted", ({ id }: Member) => query("delete from auth.users where id = $1", [id])],
])("the streams of somebody who %s end, and no others", async (_what, end) => {
  const leaving = await createStudent(server);
  const streams = [await open(leaving), await open(leaving)];
  const bystander = await open(student);
  await end(leaving);
  for (const stream of streams) await stream.ended();
  expect(bystander.isOpen()).toBe(true);
  const again = await open(leaving);
  expect([401, 403]).toContain(again.response.status);
});
function logOut({ token }: Member): Promise<Response> {
  const headers = { apikey: server.publishableKey, authorization: `Bearer ${token}` };
  return fetch(`${server.url}/auth/v1/logout`, { method: "POST", headers });
}
const ADD_FACTOR =
  "insert into auth.factors (user_id, factor_type, status) values ($1, 'recovery_code', 'verified')";

test("a stream ends with its token, and the next token opens another", async () => {
  const [session] = (await query("select id from auth.sessions where user_id = $1", [student.id])) as {
    id: string;
  }[];
  const exp = Math.floor(Date.now() / 1_000) + 2;
  const token = await signToken(server, {
    sub: student.id,
    role: "authenticated",
    session_id: session?.id,
    exp,
  });
  const stream = await open({ token });
  expect(stream.response.status).toBe(200);
  await stream.ended();
  expect(Date.now()).toBeGreaterThanOrEqual(exp * 1_000);
  expect((await open({ token })).response.status).toBe(401);
  expect((await open(student)).response.status).toBe(200);
});

test("of a thousand streams of one user, the latest six stay open, and nobody else loses theirs", async () => {
  const { id, email } = other;
  const bystander = await open(student);
  const greedy = await signInAt(server, { id, email });
  const streams: LiveStream[] = [];
  for (let round = 0; round < 20; round += 1)
    streams.push(...(await Promise.all(Array.from({ length: 50 }, () => open(greedy)))));
  await waitUntil("the others to be closed", () => streams.filter((stream) => stream.isOpen()).length === 6);
  expect(streams.at(-1)?.isOpen() || streams.at(-50)?.isOpen()).toBe(true);
  expect(bystander.isOpen()).toBe(true);
});
