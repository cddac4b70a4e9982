import { describe, expect, test } from "vitest";
import { optionCalls, optionId, optionsFrom } from "./option-world.ts";
import { people } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";

const world = setUpWorld();
const calls = optionCalls(world);

describe("the options of a list", () => {
  test("are added at the end, behind an option or on top, and repeated calls add nothing", async () => {
    expect(await calls.add("planned", optionsFrom(1, 3))).toBeUndefined();
    expect(await calls.add("planned", optionsFrom(1, 3))).toBeUndefined();
    await calls.add("planned", optionsFrom(9, 1), optionId(1));
    expect(await calls.order("planned")).toEqual([1, 9, 2, 3]);
    expect((await calls.list("planned")).entries[0]).toEqual({
      id: optionId(1),
      college: "E001",
      course: "CS",
    });
  });

  test("are moved behind another option or to the top, even behind one that was removed", async () => {
    await calls.add("planned", optionsFrom(1, 5));
    await calls.move("planned", 5, 1);
    await calls.move("planned", 3);
    expect(await calls.order("planned")).toEqual([3, 1, 5, 2, 4]);
    await calls.remove("planned", 5);
    await calls.move("planned", 4, 5);
    expect(await calls.order("planned")).toEqual([3, 1, 4, 2]);
    await calls.move("planned", 1, 99);
    await calls.move("planned", 3, 3);
    expect(await calls.order("planned")).toEqual([3, 4, 2, 1]);
    expect(await calls.move("planned", 5, 1)).toEqual(refusedWith("This option was removed from the list."));
  });

  test("come back where they are added again, and codes are stored without spaces around them", async () => {
    await calls.add("planned", optionsFrom(1, 3));
    await calls.remove("planned", 1);
    await calls.remove("planned", 1);
    await calls.add("planned", [{ id: optionId(1), college: " e001 ", course: " CS " }]);
    expect(await calls.order("planned")).toEqual([2, 3, 1]);
    expect((await calls.list("planned")).entries.at(-1)).toMatchObject({ college: "E001", course: "CS" });
    // The authority prints no code for some courses.
    const byName = { id: optionId(4), college: "N001", course: "B.Sc.(Hons) Agriculture" };
    expect(await calls.add("planned", [byName])).toBeUndefined();
    for (const wrong of [
      { id: optionId(5), college: "<b>", course: "CS" },
      { id: optionId(5), college: "E005", course: "=1+1" },
      { id: optionId(5), college: "E005" },
      { college: "E005", course: "CS" },
    ])
      expect((await calls.add("planned", [wrong]))?.code).toMatch(/^23/);
    for (const wrong of [[], {}, optionsFrom(1, 501)])
      expect(await calls.add("planned", wrong)).toEqual(refusedWith("Name between 1 and 500 options."));
  });

  test("keep their order after many moves into the same gap", async () => {
    await calls.add("planned", optionsFrom(1, 4));
    for (let move = 0; move < 120; move += 1) {
      await calls.move("planned", 3 + (move % 2), 1);
      expect((await calls.order("planned")).slice(0, 2)).toEqual([1, 3 + (move % 2)]);
    }
    const [{ digits }] = (await world.asOwner(
      "select max(scale(position)) as digits from option_entries",
    )) as [{ digits: number }];
    expect(digits).toBeLessThan(45);
    expect(await calls.order("planned")).toEqual([1, 4, 3, 2]);
  });

  test("are at most ten without a plan and 500 with one, and after a plan has ended none are lost", async () => {
    for (const who of ["newcomer", "student", "expired"] as const) {
      expect(await calls.add(who, optionsFrom(1, 10))).toBeUndefined();
      expect(await calls.add(who, optionsFrom(11, 1))).toEqual(
        refusedWith("Without a plan, a list has at most 10 options."),
      );
    }
    expect(await calls.add("planned", optionsFrom(1, 500))).toBeUndefined();
    expect(await calls.add("planned", optionsFrom(501, 1))).toEqual(
      refusedWith("A list has at most 500 options."),
    );
    await world.as("admin", "update user_plans set active = false where user_id = $1", [people.planned.id]);
    expect((await calls.list("planned")).limit).toBe(10);
    expect(await calls.move("planned", 500)).toBeUndefined();
    expect(await calls.remove("planned", 499)).toBeUndefined();
    expect((await calls.add("planned", optionsFrom(499, 1)))?.message).toMatch(/^Without a plan/);
    expect(await calls.order("planned")).toHaveLength(499);
  });

  test("of different exams are in different lists, and there is none for an unknown exam", async () => {
    await calls.add("planned", optionsFrom(1, 2));
    const neet = optionCalls(world, "UGNEET");
    await neet.add("planned", optionsFrom(7, 1));
    expect(await neet.order("planned")).toEqual([7]);
    expect(await calls.order("planned")).toEqual([1, 2]);
    expect(await optionCalls(world, "CAT").add("planned", optionsFrom(1, 1))).toEqual(
      refusedWith("There is no option list for this exam."),
    );
  });

  test("every change counts, so that another tab notices it", async () => {
    const revisions = [(await calls.list("planned")).revision];
    for (const change of [
      () => calls.add("planned", optionsFrom(1, 2)),
      () => calls.move("planned", 2),
      () => calls.remove("planned", 1),
      () =>
        world.refusal(
          "planned",
          "select describe_option_list('UGCET', 53340.5, '2A', true, false, true, 120000)",
        ),
    ]) {
      expect(await change()).toBeUndefined();
      revisions.push((await calls.list("planned")).revision);
    }
    expect(revisions).toEqual([0, 1, 2, 3, 4]);
    expect(await calls.list("planned")).toMatchObject({
      rank: 53340.5,
      category: "2A",
      isRural: true,
      isKannadaMedium: false,
      is371j: true,
      feeLimit: 120000,
    });
    for (const [rank, category, limit] of [
      [0, "GM", null],
      [1.2345, "GM", null],
      [1, "<2A>", null],
      [1, "GM", -1],
    ])
      expect(
        (
          await world.refusal(
            "planned",
            "select describe_option_list('UGCET', $1, $2, false, false, false, $3)",
            [rank, category, limit],
          )
        )?.code,
      ).toBe("23514");
  });
});
