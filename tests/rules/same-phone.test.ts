import { expect, test } from "vitest";
import { everyone } from "./access.ts";
import { idOf, people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";
import { addStudents } from "./student-list-world.ts";

const { student, planned, other } = people;
const world = setUpWorld();
const CALL = "select id, first_name, email from find_students_with_same_phone($1)";
const setPhone = (who: { id: string }, phone: string) =>
  world.asOwner("update profiles set phone = $1 where id = $2", [phone, who.id]);

test.each([
  ["98450 12345", "9845012345"],
  ["+91 98450-12345", "(0)98450 12345"],
  ["0091 9845012345", "919845012345"],
  ["09845012345", "+919845012345"],
  ["080 4455667", "080-445 5667"],
])("%s and %s are the same phone", async (one, another) => {
  await setPhone(student, one);
  await setPhone(planned, another);
  expect((await world.as("admin", CALL, [student.id])).rows).toEqual([
    { id: planned.id, first_name: "Planned", email: "planned@example.org" },
  ]);
});

test.each([
  ["9845012345", "9845012346"],
  ["9845012345", "98450123450"],
  ["-", "-"],
  ["12345", "12345"],
])("%s and %s are not the same phone", async (one, another) => {
  await setPhone(student, one);
  await setPhone(planned, another);
  expect((await world.as("admin", CALL, [student.id])).rows).toEqual([]);
});

test("at most five students are returned, the newest first", async () => {
  await addStudents(world, 7, "'Kavya'", "n::text");
  const [first] = await world.asOwner<{ id: string }>("select id from profiles where last_name = '1'");
  await world.asOwner("update profiles set phone = '9845012345' where first_name = 'Kavya'");
  await world.withoutTriggers(
    "update profiles set created_at = now() + last_name::int * interval '1 second' where first_name = 'Kavya'",
  );
  const { rows } = await world.as("admin", "select last_name from find_students_with_same_phone($1)", [
    first?.id,
  ]);
  expect(rows.map(({ last_name }) => last_name)).toEqual(["7", "6", "5", "4", "3"]);
});

test("a student without a profile has no phone in common with anybody", async () => {
  expect((await world.as("admin", CALL, [people.newcomer.id])).rows).toEqual([]);
});

test("the index finds the students", async () => {
  await world.asOwner("set local enable_seqscan = off");
  const plan = await world.asOwner(
    "explain select from profiles where private.phone_digits(phone) = '9845012345'",
  );
  expect(JSON.stringify(plan)).toContain("profiles_by_phone");
});

test("only admins and the secret key may ask", async () => {
  await setPhone(student, "9845012345");
  await setPhone(other, "9845012345");
  for (const who of everyone) {
    const refused = await world.refusal(who, CALL, [student.id]);
    if (who === "admin" || who === "secretKey") expect(refused).toBeUndefined();
    else
      expect(refused?.message).toBe(
        idOf(who) === null
          ? "permission denied for function find_students_with_same_phone"
          : "You are not authorized to access this page",
      );
  }
});
