import { expect, test } from "vitest";
import { at, dayFromToday } from "./calendar.ts";
import { makeMentor } from "./mentor-world.ts";
import { people } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

test("the free times of a day are those at which a mentor is free", async () => {
  for (const who of ["newcomer", "student", "other"] as const)
    await makeMentor(world, who, { languages: who === "student" ? ["Kannada"] : [] });
  await world.asOwner("select setseed(0.25)");
  // Any minute of the day and beyond, because hours and absences need not begin at a quarter.
  const minute = "(random() * 800)::integer * interval '1 minute'";
  for (const statement of [
    "delete from mentor_hours",
    `insert into mentor_hours select id, weekday, starts_at, least('22:00', starts_at + interval '3 hours')
     from mentors, generate_series(1, 7) as weekday, generate_series(1, 3),
       lateral (select '10:00'::time + (weekday * 0 + random() * 700)::integer * interval '1 minute' as starts_at) as hours
     on conflict do nothing`,
    `insert into mentor_absences (mentor_id, starts_at, ends_at)
     select id, starts_at, starts_at + ${minute}
     from mentors, generate_series(current_date, current_date + 13, '1 day') as day,
       lateral (select day + ${minute} - interval '1 minute' as starts_at) as absence`,
  ])
    await world.asOwner(statement);
  await world.withoutTriggers(
    `insert into slots (user_id, mentor_id, start_time, end_time)
     select ('{${people.planned.id},${people.expired.id}}'::uuid[])[1 + random()::integer], id, start, start + interval '25 minutes'
     from mentors, generate_series(current_date, current_date + 14, '30 minutes') as start where random() < 0.3`,
  );
  await world.withoutTriggers(
    `insert into private.slot_offers (user_id, day, mentor_id, start_time, end_time, expires_at, offered_at)
     select case when random() < 0.5 then '${people.planned.id}'::uuid else gen_random_uuid() end, day, id, start, start + interval '30 minutes', until, until
     from mentors, generate_series(current_date, current_date + 13, '1 day') as day,
       lateral (select day + (random() * 20)::integer * interval '30 minutes' as start) as times,
       lateral (select now() + (random() - 0.3) * interval '1 minute' as until) as ends
     on conflict do nothing`,
  );
  const [compared] = await world.asOwner(
    `select count(*)::integer as all, count(*) filter (where is_free)::integer as free,
       count(*) filter (where is_free is distinct from exists (
         select from private.free_mentors(start_time, start_time + make_interval(mins => minutes), student, mentor, language)
       ))::integer as wrong
     from generate_series(current_date, current_date + 13, '1 day') as day,
       unnest(array[15, 30]) as minutes,
       unnest(array['${people.planned.id}', '${people.other.id}']::uuid[]) as student,
       (values (null::uuid, null), ('${people.newcomer.id}', null), (null, 'Kannada')) as request (mentor, language),
       lateral private.free_times(day::date, minutes, student, mentor, language) as times,
       generate_series(day::date + time '10:30', day::date + time '21:45', '15 minutes') as local,
       lateral (select local at time zone 'Asia/Kolkata' as start_time, private.is_free(times, local) as is_free) as slot
     where extract(minute from local) = 30 or extract(minute from local) = 45 and minutes = 15`,
  );
  expect(compared).toMatchObject({ all: 14 * 2 * 3 * (24 + 12), wrong: 0 });
  expect(compared?.free).toBeGreaterThan(100);
});

/** Returns how often a statement of the student examined a day. */
async function countExaminedDays(sql: string, values: unknown[]): Promise<number> {
  await world.asOwner("set local track_functions = 'all'");
  const calls = async () => {
    const [row] = await world.asOwner<{ calls: string }>(
      "select coalesce(sum(calls), 0) as calls from pg_stat_xact_user_functions where funcname = 'free_times'",
    );
    return Number(row?.calls);
  };
  const before = await calls();
  await world.as("student", sql, values);
  return (await calls()) - before;
}

const DAYS = "select from busy_slots where start_time >= $1 and start_time < $2";

test("a day of the busy times is examined once, whatever the number of its times", async () => {
  await makeMentor(world, "other");
  const day = [at(dayFromToday(300), "00:00"), at(dayFromToday(301), "00:00")];
  expect(await countExaminedDays(DAYS, day)).toBe(1);
  expect(await countExaminedDays(`${DAYS} order by end_time desc`, day)).toBe(1);
  expect(await countExaminedDays("select from busy_times($1)", [dayFromToday(300)])).toBe(1);
});

test("with mentors, nobody but the secret key gets the busy times of more than seven days at once", async () => {
  const week = [at(dayFromToday(40), "00:00"), at(dayFromToday(47), "00:00")];
  const longer = [at(dayFromToday(40), "00:00"), at(dayFromToday(47), "10:15")];
  const refusal = refusedWith("Please ask for the busy times of at most 7 days.");
  expect(await world.refusal("student", "select from busy_slots")).toBeUndefined();
  await makeMentor(world, "other");
  expect(await countExaminedDays(DAYS, week)).toBe(7);
  for (const who of ["student", "planned", "other", "admin"] as const) {
    expect(await world.refusal(who, DAYS, week)).toBeUndefined();
    expect(await world.refusal(who, DAYS, longer)).toEqual(refusal);
    expect(await world.refusal(who, "select from busy_slots order by start_time desc limit 1")).toEqual(
      refusal,
    );
    expect(await world.refusal(who, "select from busy_slots where end_time < now()")).toEqual(refusal);
  }
  expect((await world.as("secretKey", "select from busy_slots")).rowCount).toBe(0);
});
