import { booking, dayFromToday } from "./calendar.ts";
import { people, type Who } from "./people.ts";
import type { RulesWorld } from "./rules-world.ts";

type Profile = { languages?: string[]; exams?: string[]; levels?: string[] };

/** Makes somebody a mentor who works all hours of every day. */
export async function makeMentor(world: RulesWorld, who: Who, profile: Profile = {}): Promise<string> {
  const { id } = people[who] as { id: string };
  await world.asOwner("select private.grant_mentor($1, 'tests')", [id]);
  await world.asOwner("update mentors set languages = $2, exams = $3, levels = $4 where id = $1", [
    id,
    profile.languages ?? [],
    profile.exams ?? [],
    profile.levels ?? [],
  ]);
  await setHours(world, who, "10:00-22:00");
  return id;
}

/** Sets the same hours for every day of the week. */
export async function setHours(world: RulesWorld, who: Who, ...hours: string[]): Promise<void> {
  const entries = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    hours.map((range) => {
      const [starts_at, ends_at] = range.split("-");
      return { weekday, starts_at, ends_at };
    }),
  );
  await world.as("admin", "select set_mentor_hours($1, $2)", [
    people[who as "admin"].id,
    JSON.stringify(entries),
  ]);
}

type BookingRequest = { mentor?: string; language?: string };

/** Books as the person. Returns the mentor who got the booking, or the text of the refusal. */
export async function book(
  world: RulesWorld,
  who: Who,
  day: string,
  times: string,
  { mentor, language }: BookingRequest = {},
): Promise<unknown> {
  const values = [people[who as "admin"].id, ...booking(day, times), mentor, language];
  const statement = `insert into slots (user_id, start_time, end_time, wanted_mentor, wanted_language)
    values ($1, $2, $3, $4, $5)`;
  const refusal = await world.refusal(who, statement, values);
  if (refusal) return refusal.message;
  const [slot] = await world.asOwner(
    "select mentor_id from slots where user_id = $1 and start_time = $2",
    values.slice(0, 2),
  );
  return slot?.mentor_id;
}

/** Makes two mentors, and books a call of "planned" with the first, "other". Returns its id. */
export async function bookCall(world: RulesWorld): Promise<string> {
  const mentor = await makeMentor(world, "other");
  await makeMentor(world, "student");
  const { rows } = await world.as<{ id: string }>(
    "planned",
    "insert into slots (user_id, start_time, end_time, wanted_mentor) values ($1, $2, $3, $4) returning id",
    [people.planned.id, ...booking(dayFromToday(2), "10:30-11:00"), mentor],
  );
  return rows[0]?.id ?? "";
}

export async function startCall(world: RulesWorld): Promise<void> {
  await world.withoutTriggers(
    "update slots set start_time = now(), end_time = now() + interval '30 minutes'",
  );
}
