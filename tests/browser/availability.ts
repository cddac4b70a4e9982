import { queryAt } from "../world/sql.ts";
import type { Server } from "./servers.ts";
import { at } from "./slots.ts";

export async function readProfile(server: Server, id: string): Promise<unknown> {
  const [row] = await queryAt(
    server.databaseUrl,
    `select name, about, languages, exams, levels, video_url
     from mentors join mentor_links on mentor_id = id where id = $1`,
    [id],
  );
  return row;
}

export async function readHours(server: Server, id: string): Promise<unknown[]> {
  const rows = await queryAt<{ hours: string }>(
    server.databaseUrl,
    `select format('%s %s-%s', weekday, left(starts_at::text, 5), left(ends_at::text, 5)) as hours
     from mentor_hours where mentor_id = $1 order by weekday, starts_at`,
    [id],
  );
  return rows.map(({ hours }) => hours);
}

export async function callsOf(server: Server, mentor: string): Promise<unknown[]> {
  const rows = await queryAt(server.databaseUrl, "select user_id from slots where mentor_id = $1", [mentor]);
  return rows.map(({ user_id }) => user_id);
}

export async function insertAbsence(server: Server, mentor: string, day: string): Promise<unknown> {
  const [row] = await queryAt(
    server.databaseUrl,
    "insert into mentor_absences (mentor_id, starts_at, ends_at) values ($1, $2, $3) returning id",
    [mentor, at(day, "00:00"), at(day, "23:59")],
  );
  return row?.id;
}
