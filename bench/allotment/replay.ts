import type pg from "pg";
import type { Call } from "./calendar.ts";
import type { Step } from "./simulate.ts";
import { type AllotmentWeek, DAY, type SimulatedMentor } from "./week.ts";

export interface Replay {
  readonly bookings: number;
  /** The bookings that the database would have given to another mentor. */
  readonly differences: readonly string[];
}

/**
 * Repeats a simulated week in a database without mentors, and compares who gets each booking with private.assign_mentor.
 * The rows are inserted as the simulation decided, so that one difference does not lead to others.
 */
export async function replay(owner: pg.Client, week: AllotmentWeek, steps: readonly Step[]): Promise<Replay> {
  const firstDay = Math.floor(Date.now() / 86_400_000) + 7;
  // Days since 1970-01-01, a Thursday.
  const monday = firstDay + ((11 - (firstDay % 7)) % 7);
  const instant = (minute: number) => new Date((monday * DAY + minute - 330) * 60_000).toISOString();
  const times = ({ start, request }: Call) => [instant(start), instant(start + request.minutes)];

  await owner.query("set session_replication_role = replica");
  const mentors = await insertMentors(owner, week.mentors);
  const students = await insertStudents(owner, week, mentors);
  const differences: string[] = [];
  let bookings = 0;
  for (const { kind, call } of steps) {
    const student = students.get(call.request.student);
    const [start, end] = times(call);
    if (kind === "cancelled") {
      await owner.query("delete from slots where user_id = $1 and start_time = $2", [student, start]);
      continue;
    }
    bookings += 1;
    const expected = mentors[call.mentor.index];
    const { rows } = await owner.query<{ mentor: string | null }>(
      `select private.assign_mentor(
         jsonb_populate_record(null::slots, jsonb_build_object('user_id', $1::uuid, 'start_time', $2::text, 'end_time', $3::text)),
         null
       ) as mentor`,
      [student, start, end],
    );
    const chosen = mentors.indexOf(rows[0]?.mentor ?? "");
    if (chosen !== call.mentor.index)
      differences.push(
        `at ${start}: mentor ${call.mentor.index} in the simulation, ${chosen} in the database`,
      );
    await owner.query(
      "insert into slots (user_id, mentor_id, start_time, end_time) values ($1, $2, $3, $4)",
      [student, expected, start, end],
    );
  }
  await owner.query("set session_replication_role = origin");
  return { bookings, differences };
}

async function insertAccounts(owner: pg.Client, name: string, count: number): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `with account as (
       insert into auth.users (email, email_confirmed_at)
       select $1 || n || '@example.org', now() from generate_series(1, $2::int) as n returning id, email
     ), profile as (
       insert into profiles (id, email, first_name, last_name, phone) select id, email, 'A', 'B', '1' from account returning id
     )
     select id from profile`,
    [name, count],
  );
  return rows.map(({ id }) => id);
}

async function insertMentors(owner: pg.Client, mentors: readonly SimulatedMentor[]): Promise<string[]> {
  const ids = await insertAccounts(owner, "allotment-mentor", mentors.length);
  for (const { index, exams, levels, dayOff } of mentors) {
    await owner.query(
      `insert into mentors (id, name, exams, levels, granted_by, granted_at)
       values ($1, 'Mentor', $2, $3, 'simulation', now() - interval '1 hour' + $4 * interval '1 second')`,
      [ids[index], exams, levels, index],
    );
    await owner.query(
      `insert into mentor_hours (mentor_id, weekday, starts_at, ends_at)
       select $1, weekday, '10:00', '22:00' from generate_series(1, 7) as weekday where weekday <> $2`,
      [ids[index], dayOff + 1],
    );
  }
  return ids;
}

/** Inserts the students with their plans, and their calls of last year. Returns their ids by number. */
async function insertStudents(
  owner: pg.Client,
  { requests }: AllotmentWeek,
  mentors: readonly string[],
): Promise<Map<number, string>> {
  const ids = await insertAccounts(owner, "allotment-student", requests.length);
  const rows = requests.map(({ exam, level, minutes, lastMentor }, index) => ({
    id: ids[index],
    exam,
    level,
    name: minutes === 15 ? "Basic" : "Medium",
    mentor: lastMentor === undefined ? null : mentors[lastMentor],
    n: index,
  }));
  await owner.query(
    `with student as (
       select * from jsonb_to_recordset($1) as row (id uuid, exam text, level text, name text, mentor uuid, n int)
     ), plan as (
       insert into user_plans (user_id, plan_exam, plan_level, plan_name, assigned_at, expires_at)
       select id, exam, level, name, now(), now() + interval '1 year' from student
     )
     insert into slots (user_id, mentor_id, start_time, end_time)
     select id, mentor, start, start + interval '15 minutes'
     from student cross join lateral (select now() - interval '1 year' - n * interval '1 hour' as start) as call
     where mentor is not null`,
    [JSON.stringify(rows)],
  );
  return new Map(requests.map(({ student }, index) => [student, ids[index] ?? ""]));
}
