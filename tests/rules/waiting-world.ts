import { booking } from "./calendar.ts";
import { people, type Who } from "./people.ts";
import type { Refusal, RulesWorld } from "./rules-world.ts";

/** A person of the world who has an id. */
export type Student = Exclude<Who, "visitor" | "secretKey">;

export const HOURS = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21] as const;

/** Books all times of a day, for a student whose plan has ended. */
export async function fillDay(world: RulesWorld, day: string, mentor: Student | null = null): Promise<void> {
  const times = HOURS.map((hour) => booking(day, `${hour}:30-${hour + 1}:00`));
  await world.withoutTriggers(
    `insert into slots (user_id, mentor_id, start_time, end_time)
     select $1, $2, * from unnest($3::timestamptz[], $4::timestamptz[])`,
    [
      people.expired.id,
      mentor && people[mentor].id,
      times.map(([start]) => start),
      times.map(([, end]) => end),
    ],
  );
}

/** Cancels the booking of a full day that begins at this time. */
export const free = (world: RulesWorld, day: string, time: string, mentor: Student | null = null) =>
  world.asOwner(
    "delete from slots where user_id = $1 and start_time = $2 and mentor_id is not distinct from $3",
    [people.expired.id, booking(day, `${time}-`)[0], mentor && people[mentor].id],
  );

export async function givePlan(world: RulesWorld, plan: string, ...students: Student[]): Promise<void> {
  for (const who of students)
    await world.asOwner(
      "insert into user_plans (user_id, plan_level, plan_exam, plan_name) values ($1, 'ug', 'cet', $2)",
      [people[who].id, plan],
    );
}

export const tryToJoin = (world: RulesWorld, who: Who, day: string): Promise<Refusal | undefined> =>
  world.refusal(who, "select join_waiting_list($1)", [day]);

export async function join(world: RulesWorld, day: string, ...students: Student[]): Promise<void> {
  for (const who of students) await world.as(who, "select join_waiting_list($1)", [day]);
}

/** Books as the student. Returns the refusal, if any. */
export const bookAs = (world: RulesWorld, who: Who, day: string, times: string) =>
  world.refusal(who, "insert into slots (user_id, start_time, end_time) values ($1, $2, $3)", [
    people[who as Student].id,
    ...booking(day, times),
  ]);

/** All offers in their order: "planned 10:30-11:00 open". */
export async function offers(world: RulesWorld): Promise<string[]> {
  const rows = await world.asOwner<{ user_id: string; times: string; state: string }>(
    `select user_id, state, to_char(start_time at time zone 'Asia/Kolkata', 'HH24:MI') || '-'
       || to_char(end_time at time zone 'Asia/Kolkata', 'HH24:MI') as times
     from private.slot_offers order by ctid`,
  );
  return rows.map(({ user_id, times, state }) => `${nameOf(user_id)} ${times} ${state}`).toSorted();
}

export function nameOf(id: unknown): string {
  return Object.entries(people).find(([, person]) => "id" in person && person.id === id)?.[0] ?? String(id);
}

/** Ends the time of all open offers, as a quarter of an hour does. */
export const passTime = (world: RulesWorld) =>
  world.asOwner(
    "update private.slot_offers set offered_at = now() - interval '15 minutes', expires_at = now() where state = 'open'",
  );

/** Does the work of the job that runs every minute. */
export const runJob = (world: RulesWorld) =>
  world.asOwner("select private.offer_times_of(day) from private.list_waiting_days() as day");

export const offerOf = async (world: RulesWorld, who: Student): Promise<string | null> =>
  (
    await world.as<{ offer: string | null }>(
      who,
      "select offer from own_waiting_days() order by offer limit 1",
    )
  ).rows[0]?.offer ?? null;
