import { expect, test } from "vitest";
import { makeMentor } from "./mentor-world.ts";
import { people } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";

const { newcomer } = people;
const world = setUpWorld();

test.each(["Maarga", " MAARGA.", "ma\u200barga"])(
  "attack: a mentor who calls themselves %j, as students read of admins",
  async (name) => {
    await makeMentor(world, "newcomer");
    expect(
      await world.refusal("newcomer", "update mentors set name = $1 where id = $2", [name, newcomer.id]),
    ).toEqual(refusedWith('Students read "Maarga" as the name of the office. Please choose another name.'));
  },
);

test("a mentor who had no profile yet gets the name of their first one, unless they have chosen a name", async () => {
  await makeMentor(world, "newcomer");
  const nameOf = async () =>
    (await world.asOwner("select name from mentors where id = $1", [newcomer.id]))[0]?.name;
  expect(await nameOf()).toBe("Mentor");
  const complete =
    "insert into profiles (id, first_name, last_name, phone) values ($1, 'Nila', 'Rao', '98450')";
  await world.as("newcomer", complete, [newcomer.id]);
  expect(await nameOf()).toBe("Nila Rao");
  await world.asOwner("delete from profiles where id = $1", [newcomer.id]);
  await world.as("newcomer", "update mentors set name = 'Dr. Rao' where id = $1", [newcomer.id]);
  await world.as("newcomer", complete, [newcomer.id]);
  expect(await nameOf()).toBe("Dr. Rao");
});
