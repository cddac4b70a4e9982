import { grantMentor } from "../world/people.ts";
import { queryAt, transactionAt } from "../world/sql.ts";
import type { NewStudent, Person } from "./people.ts";
import type { Server } from "./servers.ts";

export const TOPIC = "Which colleges in Mysuru can I get with a rank of 12,000?";
/** An SQL expression. Began ten minutes ago, but not yesterday. */
export const NOW = `greatest(
  date_trunc('minute', now()) - interval '10 minutes',
  date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'
)`;
export const onDay = (days: number, time: string) =>
  `((now() at time zone 'Asia/Kolkata')::date + ${days} + time '${time}') at time zone 'Asia/Kolkata'`;

export async function newMentor(
  server: Server,
  newStudent: (options?: NewStudent) => Promise<Person>,
  name: string,
): Promise<Person> {
  const mentor = await newStudent();
  await grantMentor(server, mentor.id);
  await queryAt(server.databaseUrl, "update mentors set name = $2 where id = $1", [mentor.id, name]);
  await queryAt(
    server.databaseUrl,
    `insert into mentor_hours select $1, weekday, '10:00', '22:00' from generate_series(1, 7) as weekday
     on conflict do nothing`,
    [mentor.id],
  );
  return mentor;
}

/** Inserts a call at any time. Students can book only in the future. */
export function insertCall(server: Server, mentor: Person, student: Person, start: string): Promise<void> {
  return transactionAt(server.databaseUrl, async (client) => {
    await client.query("set local session_replication_role = replica");
    await client.query(
      `insert into public.slots (user_id, mentor_id, start_time, end_time, topic)
       select $1, $2, start, start + interval '30 minutes', $3 from (select ${start} as start)`,
      [student.id, mentor.id, TOPIC],
    );
  });
}
