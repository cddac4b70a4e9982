import { request } from "node:http";
import { queryAt } from "./sql.ts";

/** The addresses of the college with the most courses, and of the course with the most ranks. */
export async function heaviestPages(databaseUrl: string): Promise<string[]> {
  const rows = await queryAt<{ address: string }>(
    databaseUrl,
    `(select '/colleges/' || lower(college.code_space) || '/' || college.code || '/' || course.code as address
      from public.college_courses seat
        join public.colleges college on college.id = seat.college_id
        join public.courses course on course.id = seat.course_id
        join public.closing_ranks figure on figure.seat_id = seat.id
      where course.code is not null group by 1 order by count(*) desc limit 1)
     union all
     (select '/colleges/' || lower(college.code_space) || '/' || college.code
      from public.college_courses seat join public.colleges college on college.id = seat.college_id
      group by 1 order by count(*) desc limit 1)`,
  );
  return rows.map(({ address }) => address);
}

/** The bytes of a page's content as a browser that accepts Brotli gets them. */
export function sentBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { "accept-encoding": "br" } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => resolve(bytes));
    });
    sent.on("error", reject).end();
  });
}
