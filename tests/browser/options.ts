import type { Page } from "@playwright/test";
import { transactionAt } from "../world/sql.ts";
import type { Server } from "./servers.ts";

/** Adds two colleges with two courses each: one is costly. No other test reads them. */
export async function addSeats(server: Server): Promise<void> {
  await transactionAt(server.databaseUrl, async (client) => {
    await client.query("select pg_advisory_xact_lock(hashtext('seats of tests'))");
    await client.query(
      `insert into public.colleges (code_space, code, name, place, kind) values
         ('KEA', 'X901', 'Hilltop College', 'Hassan', 'government'),
         ('KEA', 'X902', 'Riverside College', 'Mysuru', 'private university')
       on conflict do nothing`,
    );
    await client.query(
      `insert into public.courses (merit_list_id, code, name)
       select id, course.code, course.name
       from public.merit_lists, (values ('CS', 'Computer Science'), ('EC', 'Electronics')) as course (code, name)
       where merit_lists.code = 'UGCET'
       on conflict do nothing`,
    );
    await client.query(
      `insert into public.college_courses (merit_list_id, college_id, course_id, is_published)
       select courses.merit_list_id, colleges.id, courses.id, true
       from public.colleges, public.courses join public.merit_lists on merit_lists.id = courses.merit_list_id
       where colleges.code in ('X901', 'X902') and courses.code in ('CS', 'EC') and merit_lists.code = 'UGCET'
       on conflict do nothing`,
    );
    await client.query(
      `insert into public.kind_fees values
         (2025, 'Engineering / Architecture', 'Government colleges', 44200, 20610, 0, 0, 23590, 'tests'),
         (2025, 'Engineering / Architecture', 'Deemed / private universities', 112410, null, 0, 0, 88820, 'tests')
       on conflict do nothing`,
    );
  });
}

/** The options of a student in order, as the database has them. */
export async function optionsOf(server: Server, studentId: string): Promise<string[]> {
  let found: string[] = [];
  await transactionAt(server.databaseUrl, async (client) => {
    const { rows } = await client.query<{ seat: string }>(
      `select college_code || ' ' || course_code as seat
       from public.option_entries join public.option_lists on option_lists.id = list_id
       where user_id = $1 and removed_at is null order by position`,
      [studentId],
    );
    found = rows.map(({ seat }) => seat);
  });
  return found;
}

/** Adds options behind those of a student, past the limit of a list without a plan. */
export async function addManyOptions(server: Server, studentId: string, count: number): Promise<void> {
  await transactionAt(server.databaseUrl, (client) =>
    client.query(
      `insert into public.option_entries (list_id, id, position, college_code, course_code)
       select id, gen_random_uuid(), 1000 + number, 'Y' || number, 'CS'
       from public.option_lists, generate_series(1, $2::integer) as number where user_id = $1`,
      [studentId, count],
    ),
  );
}

export const rows = (page: Page) => page.getByRole("list", { name: "Your options" }).getByRole("listitem");

/** Collects the numbers of the rows whose content changes. */
export function watchRows(): Set<string> {
  const numbers = new Set<string>();
  const list = document.querySelector("ol[aria-label='Your options']") as Element;
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const row = (target instanceof Element ? target : target.parentElement)?.closest("li");
      if (row) numbers.add(row.querySelector("[data-grip]")?.textContent ?? "");
    }
  }).observe(list, { subtree: true, childList: true, characterData: true, attributes: true });
  return numbers;
}

/** Drags the grip of a row to the lower half of another one, with a finger or a mouse. */
export async function dragRow(page: Page, from: number, to: number, byTouch: boolean): Promise<void> {
  const grip = rows(page).nth(from).getByRole("button").first();
  // Away from the edges of the window, where dragging scrolls the page.
  await grip.evaluate((from) => window.scrollBy(0, from.getBoundingClientRect().top - 100));
  const [start, end] = [await grip.boundingBox(), await rows(page).nth(to).boundingBox()];
  if (!start || !end) throw new Error("The rows are not on the screen.");
  const [x, top, bottom] = [start.x + 10, start.y + 10, end.y + end.height - 4];
  if (!byTouch) {
    await page.mouse.move(x, top);
    await page.mouse.down();
    await page.mouse.move(x, bottom, { steps: 5 });
    return page.mouse.up();
  }
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [{ x, y: top }]);
  for (let step = 1; step <= 5; step++)
    await touch("touchMove", [{ x, y: top + ((bottom - top) * step) / 5 }]);
  await touch("touchEnd", []);
  await session.detach();
}
