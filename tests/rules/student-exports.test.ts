import { describe, expect, test } from "vitest";
import { people } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";

const world = setUpWorld();
const REFUSED = "More than 3 students in 24 hours can only be exported with the super-admin password.";

/** Exports as the server does for an admin. Without the password, they export at most `maxRows` in a day. */
async function exportRows(search: string, maxRows: number | null = 3, who: "admin" | "student" = "admin") {
  await world.asOwner("select set_config('request.jwt.claims', $1, true)", [
    JSON.stringify(people[who].claims),
  ]);
  return world.asOwner("select private.export_students($1, 'name.asc', '{name}', 'csv', $2)", [
    { search },
    maxRows,
  ]);
}
const everybody = "example.org";

describe("attack: the list is exported in slices", () => {
  test("whose rows are counted together, whoever they are about", async () => {
    for (const slice of ["student@", "planned@", "student@"]) expect(await exportRows(slice)).toHaveLength(1);
    await expect(exportRows("other@")).rejects.toThrow(REFUSED);
  });

  test("or student by student: these count as well, and a day has a hundred of them", async () => {
    const exportOne = () => world.as("admin", "select export_student($1)", [people.student.id]);
    for (const slice of ["student@", "planned@"]) await exportRows(slice);
    await exportOne();
    await expect(exportRows("other@")).rejects.toThrow(REFUSED);
  });

  test("student by student has an end", async () => {
    await world.asOwner(
      `insert into audit_log (action, actor, actor_email, subject_id, subject, details)
       select 'student exported', $1, 'admin@example.org', $2, 'a', '{}' from generate_series(1, 99)`,
      [people.admin.id, people.student.id],
    );
    const call = "select export_student($1)";
    expect(await world.refusal("admin", call, [people.student.id])).toBeUndefined();
    expect(await world.refusal("admin", call, [people.student.id])).toEqual(
      refusedWith("You have exported 100 students in 24 hours. Please export a list on /students."),
    );
  });

  test("and the password, another admin or the next day allows more", async () => {
    await world.asOwner("insert into private.admins (user_id, granted_by) values ($1, 'tests')", [
      people.student.id,
    ]);
    expect((await exportRows(everybody, null)).length).toBeGreaterThan(3);
    for (const slice of ["student@", "planned@", "other@"]) await exportRows(slice);
    expect(await exportRows("other@", 3, "student")).toHaveLength(1);
    await world.withoutTriggers("update audit_log set at = at - interval '25 hours'");
    expect(await exportRows("other@")).toHaveLength(1);
  });
});

test("an export that is too large at once is refused, and counts for nothing", async () => {
  await world.asOwner("savepoint refused");
  await expect(exportRows(everybody)).rejects.toThrow(REFUSED);
  await world.asOwner("rollback to savepoint refused");
  expect(await exportRows("student@")).toHaveLength(1);
});
