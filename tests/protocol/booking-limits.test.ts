import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { createStudent, type Member } from "../world/members.ts";
import { type Server, startServer } from "../world/server.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const DAY_MS = 24 * 60 * 60 * 1000;

/** Books 10:30 to 11:00 in Karnataka and returns the refusal. */
async function book({ id, client }: Member, days: number): Promise<string | undefined> {
  const day = new Date(Date.now() + days * DAY_MS).toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  const times = { start_time: `${day}T10:30+05:30`, end_time: `${day}T11:00+05:30` };
  const { error } = await client.from("slots").insert({ user_id: id, ...times });
  return error?.message;
}

async function daysAheadAfterMissed({ client }: Member): Promise<unknown> {
  return (await client.rpc("booking_terms").single<{ days_ahead: number }>()).data?.days_ahead;
}

async function publicLimits({ url }: Server): Promise<unknown> {
  const config = (await (await fetch(`${url}/config.json`)).json()) as { bookings: unknown };
  return config.bookings;
}

test("the settings reach the rules and the pages, and their defaults return without them", async () => {
  const env = {
    BOOKINGS_MAX_UPCOMING: "2",
    BOOKINGS_MAX_DAYS_AHEAD: "400",
    BOOKINGS_DAYS_AHEAD_AFTER_MISSED: "5",
  };
  const limited = await startServer({ env, databaseUrl: database.url });
  try {
    const student = await createStudent(limited);
    expect(await daysAheadAfterMissed(student)).toBe(5);
    expect(await publicLimits(limited)).toEqual({ maxUpcoming: 2, maxDaysAhead: 400 });
    expect(await book(student, 401)).toBe("Please select a date within the next 400 days.");
    expect(await book(student, 400)).toBeUndefined();
    expect(await book(student, 2)).toBeUndefined();
    expect(await book(student, 3)).toBe("You have reached the maximum of 2 upcoming slots.");
  } finally {
    await limited.stop();
  }

  const usual = await startServer({ databaseUrl: database.url });
  try {
    const student = await createStudent(usual);
    expect(await daysAheadAfterMissed(student)).toBe(1);
    expect(await publicLimits(usual)).toEqual({ maxUpcoming: 30, maxDaysAhead: 365 });
    expect(await book(student, 366)).toBe("Please select a date within the next 365 days.");
    for (let day = 10; day < 40; day += 1) expect(await book(student, day)).toBeUndefined();
    expect(await book(student, 40)).toBe("You have reached the maximum of 30 upcoming slots.");
  } finally {
    await usual.stop();
  }
});
