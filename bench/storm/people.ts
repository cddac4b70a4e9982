import type pg from "pg";

/** Everybody in a storm. */
export interface People {
  readonly admin: string;
  readonly mentors: readonly Mentor[];
  readonly students: readonly Student[];
}

export interface Mentor {
  readonly id: string;
  readonly email: string;
}

export interface Student {
  readonly id: string;
  readonly minutes: 15 | 30;
}

/** A call that has started, so that it can be marked. */
export interface PastCall {
  readonly slot: string;
  readonly mentor: string;
}

const STUDENTS = 16;
const MENTORS = 5;
/** Low enough to be reached. */
export const MAX_UPCOMING = 5;

export async function createPeople(owner: pg.Client): Promise<People> {
  const { rows } = await owner.query<Mentor>(
    `with account as (
       insert into auth.users (email, email_confirmed_at)
       select 'storm' || n || '@example.org', now() from generate_series(1, $1::int) as n returning id, email
     ), profile as (
       insert into profiles (id, email, first_name, last_name, phone, notify_email)
       select id, email, 'A', 'B', '1', false from account returning id, email
     )
     select id, email from profile`,
    [1 + MENTORS + STUDENTS],
  );
  const [admin, ...others] = rows;
  const mentors = others.slice(0, MENTORS);
  const students = others
    .slice(MENTORS)
    .map(({ id }, index): Student => ({ id, minutes: index % 2 === 0 ? 15 : 30 }));
  await owner.query("insert into private.admins (user_id, granted_by) values ($1, 'storm')", [admin?.id]);
  await owner.query(
    "insert into auth.sessions (id, user_id, method) select id, id, 'password' from auth.users",
  );
  for (const { id, minutes } of students)
    await owner.query(
      "insert into user_plans (user_id, plan_level, plan_exam, plan_name) values ($1, 'ug', 'cet', $2)",
      [id, minutes === 15 ? "Basic" : "Medium"],
    );
  for (const { id } of mentors) await owner.query("select private.grant_mentor($1, 'storm')", [id]);
  await owner.query(
    `insert into mentor_hours select id, weekday, '10:00', '13:00' from mentors, generate_series(1, 7) as weekday
     on conflict do nothing`,
  );
  // Days become full, so that students join waiting lists.
  await owner.query("update mentor_hours set ends_at = '13:00'");
  await owner.query("update private.settings set bookings_max_upcoming = $1", [MAX_UPCOMING]);
  return { admin: admin?.id ?? "", mentors, students };
}

/** Adds a call of yesterday for each student. The replica role skips the rules, which refuse it. */
export async function addPastCalls(owner: pg.Client, people: People): Promise<PastCall[]> {
  await owner.query("set session_replication_role = replica");
  const calls: PastCall[] = [];
  for (const [index, { id }] of people.students.entries()) {
    const mentor = people.mentors[index % people.mentors.length]?.id ?? "";
    const { rows } = await owner.query<{ id: string }>(
      `insert into slots (user_id, mentor_id, start_time, end_time)
       select $1, $2, start, start + interval '15 minutes' from (select now() - interval '2 days' - $3 * interval '1 hour' as start) as call
       returning id`,
      [id, mentor, index],
    );
    calls.push({ slot: rows[0]?.id ?? "", mentor });
  }
  await owner.query("set session_replication_role = origin");
  return calls;
}
