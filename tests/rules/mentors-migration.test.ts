import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { projectRoot } from "../../server/root.ts";
import { createEmptyDatabase } from "../world/cluster.ts";

const STUDENT = "a1b2c3d4-0000-4000-8000-000000000001";
const MENTOR = "a1b2c3d4-0000-4000-8000-000000000002";
const database = path.join(projectRoot, "database");

/** A folder with the migrations before mentors, and without rules. */
async function copyEarlierMigrations(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "maarga-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ["migrations", "rules"]) await mkdir(path.join(folder, name));
  for (const name of await readdir(path.join(database, "migrations")))
    if (name < "0054" || name.endsWith(".json"))
      await cp(path.join(database, "migrations", name), path.join(folder, "migrations", name));
  return folder;
}

test("the bookings of an installation without mentors stay in one calendar, which the first mentor gets", async () => {
  const installed = await createEmptyDatabase();
  onTestFinished(() => installed.drop());
  await prepareDatabase(installed.url, { folder: await copyEarlierMigrations() });
  await installed.query(
    `insert into auth.users (id, email, email_confirmed_at) values ('${STUDENT}', 's@example.org', now()), ('${MENTOR}', 'm@example.org', now())`,
  );
  await installed.query(
    `insert into profiles (id, email, first_name, last_name, phone) select id, email, 'A', 'B', '1' from auth.users`,
  );
  const times = `select '${STUDENT}'::uuid, day, day + interval '30 minutes' from generate_series(now() - interval '300 days', now() + interval '30 days', '1 day') as day`;
  await installed.query(`insert into slots (user_id, start_time, end_time) ${times}`);
  const read = () =>
    installed.query("select id, user_id, start_time, end_time from slots order by start_time");
  const before = await read();
  expect(before).toHaveLength(331);

  await prepareDatabase(installed.url);
  expect(await read()).toEqual(before);
  const calendars = "select mentor_id, count(*)::int as slots from slots group by mentor_id";
  expect(await installed.query(calendars)).toEqual([{ mentor_id: null, slots: 331 }]);
  const meet = `set session_replication_role = replica; insert into slots (user_id, start_time, end_time) ${times} limit 1`;
  await expect(installed.query(meet)).rejects.toThrow("slots_do_not_overlap");

  await installed.query("select private.grant_mentor($1, 'tests')", [MENTOR]);
  expect(await read()).toEqual(before);
  expect(await installed.query(calendars)).toEqual([{ mentor_id: MENTOR, slots: 331 }]);
  expect(
    (await installed.query("select from graphile_worker.jobs where task_identifier = 'send-slot-mail'"))
      .length,
  ).toBe(0);
});
