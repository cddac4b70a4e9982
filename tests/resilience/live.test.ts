import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { openLiveStream } from "../world/live-stream.ts";
import { createStudent, type Member } from "../world/members.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { waitUntil } from "../world/wait-until.ts";

/** Two servers with one database and one folder of secrets, as behind a load balancer. */
let database: TestDatabase;
let dataFolder: string;
let here: RunningServer;
let there: RunningServer;
let student: Member;
let other: Member;

const start = (env: Record<string, string> = {}) =>
  startServer({
    databaseUrl: database.url,
    dataFolder,
    env: { SITE_URL: "http://localhost:1", ROLE: "web", ...env },
  });
beforeAll(async () => {
  database = await createDatabase();
  dataFolder = await mkdtemp(path.join(tmpdir(), "maarga-live-"));
  here = await start();
  there = await start();
  [student, other] = [await createStudent(here), await createStudent(here)];
});
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()]);
  await database.drop();
  await rm(dataFolder, { recursive: true });
});

const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
async function book({ client, id }: Member, day: string): Promise<void> {
  const times = { start_time: `${day}T05:00:00Z`, end_time: `${day}T05:30:00Z` };
  expect((await client.from("slots").insert({ user_id: id, ...times })).error).toBeNull();
}
const listeners =
  "from pg_stat_activity where application_name = 'maarga_live' and datname = current_database()";
const countListeners = async () => (await database.query(`select pid ${listeners}`)).length;

test("what is booked and who logs out at one server is known at the other, over one connection of each", async () => {
  const [day, next] = [dayIn(3), dayIn(4)];
  const [ofStudent, ofOther] = [await openLiveStream(there, student), await openLiveStream(there, other)];
  await book(other, day);
  await Promise.all([ofStudent.waitForDay(day), ofOther.waitForDay(day)]);
  expect(await countListeners()).toBe(2);

  const headers = { apikey: here.publishableKey, authorization: `Bearer ${student.token}` };
  await fetch(`${here.url}/auth/v1/logout`, { method: "POST", headers });
  await ofStudent.ended();
  await book(other, next);
  await ofOther.waitForDay(next);
  ofOther.close();
});

test("a lost connection to the database ends the streams, and the next ones miss nothing", async () => {
  const reader = await createStudent(here);
  const streams = [await openLiveStream(here, reader), await openLiveStream(there, reader)];
  await database.query(`select pg_terminate_backend(pid) ${listeners}`);
  for (const stream of streams) await stream.ended();
  const day = dayIn(5);
  await book(other, day);
  const again = await waitUntil("another stream", async () => {
    const stream = await openLiveStream(there, reader, { age: 30 });
    if (!stream.response.ok) expect(stream.response.status).toBe(503);
    return stream.response.ok && stream;
  });
  // The server does not know what changed while it did not listen.
  await again.waitForDay("all");
  again.close();
});

test("a server with open streams stops at once, even with readers that read nothing", async () => {
  const server = await start({ LOG_LEVEL: "info" });
  onTestFinished(() => server.stop());
  const readers = await Promise.all([1, 2, 3].map(() => createStudent(server)));
  const streams = await Promise.all(readers.map((reader) => openLiveStream(server, reader)));
  server.process.kill("SIGTERM");
  await once(server.process, "exit");
  for (const stream of streams) await stream.ended();
  await waitUntil("its connection to be closed", async () => (await countListeners()) === 2);
});
