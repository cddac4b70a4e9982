import type { RulesWorld } from "./rules-world.ts";

export type StudentQuery = {
  search?: string;
  status?: string;
  page?: number;
  page_size?: number;
  sort?: string;
};

/** Calls list_students as an admin. */
export async function listStudents(world: RulesWorld, query: StudentQuery = {}) {
  const names = Object.keys(query);
  const call = `select * from list_students(${names.map((name, index) => `${name} => $${index + 1}`)})`;
  const { rows } = await world.as("admin", call, Object.values(query));
  return { rows, total: Number(rows[0]?.total ?? 0), names: rows.map((row) => row.first_name) };
}

export const BY_NAME = { sort: "name.asc" };
/** The first names of everyone with a profile, in their order. */
export const ALL_NAMES = ["Admin", "Expired", "Former", "Other", "Planned", "Student"];

/**
 * Adds students without a plan. The names are SQL expressions of the student's number n, whose address is
 * n@example.com. The rows that triggers would add one by one are inserted with the profiles, which is faster.
 */
export async function addStudents(
  world: RulesWorld,
  count: number,
  firstName: string,
  lastName: string,
): Promise<void> {
  await world.withoutTriggers(
    `with account as (
       insert into auth.users (email, email_confirmed_at) select n || '@example.com', now() from generate_series(1, $1::int) as n returning id, email
     ), profile as (
       insert into profiles (id, email, first_name, last_name, phone)
       select id, email, ${firstName}, ${lastName}, '1' from account cross join lateral
         (select split_part(email, '@', 1)::int as n) as number
       returning profiles
     ), listed as (
       insert into private.student_list
       select listed.* from profile cross join lateral private.student_list_row(profile.profiles) as listed
     )
     insert into private.student_counts values (false, false, $1)`,
    [count],
  );
}
