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
