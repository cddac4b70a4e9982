import { expect, onTestFinished, test } from "vitest";
import { eventsOf, readFeed, renewFeed } from "../world/calendar-feed.ts";
import { createMember, createStudent } from "../world/members.ts";
import { maarga } from "../world/operator.ts";
import { startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

/** Apart from the other projects, because one mentor changes the calendar of a whole server. */
test("mentors from the first grant to the last: the operator's commands, bookings of clients that know nothing of them, the agenda", async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const env = { MAARGA_DATA: server.dataFolder, DATABASE_URL: server.databaseUrl };
  const run = async (command: string) => Object.values(await maarga(env, command.split(" "))).join();
  const [asha, ravi, one, two, admin] = [
    await createStudent(server),
    await createStudent(server),
    await createMember(server, { profile: { first_name: "Dr. One" } }),
    await createMember(server, { profile: { first_name: "Dr. Two" } }),
    await createMember(server, { isAdmin: true }),
  ];
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const times = { start_time: `${day}T05:00:00Z`, end_time: `${day}T05:30:00Z` };
  // As clients did before there were mentors.
  const book = async ({ client, id }: typeof asha) =>
    (await client.from("slots").insert({ user_id: id, ...times })).error?.message;
  const isBusy = async ({ client }: typeof asha) =>
    (
      await client
        .from("busy_slots")
        .select("start_time, end_time")
        .lt("start_time", times.end_time)
        .gt("end_time", times.start_time)
        .gte("start_time", `${day}T00:00:00Z`)
    ).data?.length === 1;

  expect(await run("mentor list")).toContain("There are no mentors.");
  expect(await book(asha)).toBeUndefined();
  expect(await isBusy(ravi)).toBe(true);

  expect(await run(`mentor grant ${one.email}`)).toContain(`${one.email} is a mentor.`);
  expect(await isBusy(ravi)).toBe(true);
  expect(await book(ravi)).toBe("This slot is already booked.");

  expect((await admin.client.rpc("grant_mentor", { email: two.email })).error).toBeNull();
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, starts_at: "10:00", ends_at: "13:00" }));
  expect((await two.client.rpc("set_mentor_hours", { mentor: two.id, hours })).error).toBeNull();
  expect(await isBusy(ravi)).toBe(false);
  expect(await book(ravi)).toBeUndefined();

  const agenda = async ({ client }: typeof asha) =>
    ((await client.rpc("list_bookings", { first_day: day, last_day: day })).data ?? []) as {
      mentor_name: string;
      student_id: string;
    }[];
  expect(await agenda(one)).toMatchObject([{ student_id: asha.id, mentor_name: "Dr. One Gowda" }]);
  expect(await agenda(two)).toMatchObject([{ student_id: ravi.id }]);
  expect(await agenda(admin)).toHaveLength(2);
  expect(await agenda(asha)).toEqual([]);

  const secret = await renewFeed(two);
  const [call, ...others] = await eventsOf(server, secret);
  expect(others).toEqual([]);
  expect(call).toMatchObject({
    summary: "Maarga call with Asha Gowda",
    description: `Phone number, topic and documents: ${server.url}/agenda?day=${day}`,
    contact: "Maarga",
    start: new Date(times.start_time).toISOString(),
  });
  const [ofStudent] = await eventsOf(server, await renewFeed(ravi));
  expect(ofStudent).toMatchObject({
    uid: call?.uid,
    sequence: call?.sequence,
    summary: "Maarga mentor slot",
  });

  expect(await run("mentor list")).toMatch(new RegExp(`${one.email}\tDr. One Gowda\tsince .*, by operator`));
  expect(await run(`mentor revoke ${two.email}`)).toContain(
    "0 upcoming bookings have another mentor now; 1 still need one.",
  );
  expect(await agenda(two)).toEqual([]);
  expect((await readFeed(server, secret)).status).toBe(404);
  expect(await agenda(admin)).toHaveLength(2);
  expect(await run(`mentor revoke ${two.email}`)).toContain(`${two.email} is not a mentor`);
  expect(
    await queryAt(
      server.databaseUrl,
      "select action, actor_email from audit_log where action like 'mentor%' order by id",
    ),
  ).toEqual([
    { action: "mentor granted", actor_email: "operator" },
    { action: "mentor granted", actor_email: admin.email },
    { action: "mentor revoked", actor_email: "operator" },
  ]);
});
