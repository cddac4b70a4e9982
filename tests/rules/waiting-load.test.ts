import { expect, test } from "vitest";
import { dayFromToday } from "./calendar.ts";
import { makeMentor } from "./mentor-world.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";
import { offers, runJob } from "./waiting-world.ts";

const world = setUpWorld();
const DAY = dayFromToday(5);
const STUDENTS = 100;

/** Many students with a plan, who wait for each of these days. */
async function addWaiting(...days: string[]): Promise<void> {
  await world.withoutTriggers(
    `with account as (
       insert into auth.users (id, email, email_confirmed_at)
         select gen_random_uuid(), 'waiting' || n || '@example.org', now() from generate_series(1, $2::int) as n returning id, email
     ), profile as (
       insert into profiles (id, email, first_name, last_name, phone) select id, email, 'Asha', 'Rao', '90000 00000' from account
     ), plan as (
       insert into user_plans (user_id, plan_level, plan_exam, plan_name, active, assigned_at, expires_at)
         select id, 'ug', 'cet', 'Advanced', true, now(), now() + interval '1 year' from account
     )
     insert into private.waiting_students (user_id, day) select id, day from account, unnest($1::date[]) as day`,
    [days, STUDENTS],
  );
}

/** Returns how often the limits of a student were checked in this test. PostgreSQL counts the calls of a transaction. */
async function countExaminations(): Promise<number> {
  const [row] = await world.asOwner<{ calls: string }>(
    "select sum(calls) as calls from pg_stat_xact_user_functions where funcname in ('can_book', 'can_book_on')",
  );
  return Number(row?.calls ?? 0);
}

test("attack: many wait, and each has declined every free time: nobody is checked once for each time", async () => {
  await world.asOwner("set local track_functions = 'all'");
  await addWaiting(DAY);
  await world.withoutTriggers(
    `insert into private.slot_offers (user_id, day, start_time, end_time, offered_at, expires_at, state)
     select user_id, day, lower(slot), upper(slot), now() - interval '15 minutes', now(), 'expired'
     from private.waiting_students, private.slot_times(day, '30 minutes') as slot`,
  );
  await runJob(world);
  expect(await countExaminations()).toBe(0);
  expect((await offers(world)).filter((offer) => offer.endsWith("open"))).toEqual([]);

  // Twelve times are free, and somebody who may not book any is examined once.
  await world.asOwner("delete from private.slot_offers");
  await world.withoutTriggers("update auth.users set banned_until = 'infinity' where email like 'waiting%'");
  await runJob(world);
  expect(await countExaminations()).toBe(STUDENTS);
});

test("a change of mentors offers the times of the first days, and leaves the others to the job when it takes long", async () => {
  await makeMentor(world, "newcomer");
  const days = [5, 6, 7, 8].map(dayFromToday);
  await addWaiting(...days);
  await world.asOwner(
    `create or replace function private.offer_free_times(on_day date) returns void language sql as $$
       insert into private.deadlines (user_id, deadline) select '${people.planned.id}', on_day
         on conflict (user_id) do update set deadline = excluded.deadline;
       select pg_sleep(0.3);
     $$`,
  );
  await world.as("newcomer", "select set_mentor_active($1, true)", [people.newcomer.id]);
  expect(await world.asOwner("select deadline::date::text as last from private.deadlines")).toEqual([
    { last: days[1] },
  ]);
});
