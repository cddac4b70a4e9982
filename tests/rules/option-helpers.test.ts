import { beforeEach, expect, test } from "vitest";
import { bookCall } from "./mentor-world.ts";
import { optionCalls, optionId, optionsFrom } from "./option-world.ts";
import { people, type Who } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";

const world = setUpWorld();
const calls = optionCalls(world);
const unauthorized = { code: "42501", message: "You are not authorized to access this page" };
const PLANNED = people.planned.id;
const VERSION = optionId(900);

/** Planned has a call with the mentor "other"; "student" is another mentor. */
beforeEach(async () => {
  await bookCall(world);
  await calls.add("planned", optionsFrom(1, 3));
});

const propose = (who: Who, entries: unknown = optionsFrom(2, 3), version = VERSION, words = "OTP 482913") =>
  world.refusal(who, "select propose_options($1, 'UGCET', $2, 'Nearer home', $3, $4)", [
    PLANNED,
    version,
    JSON.stringify(entries),
    words,
  ]);
const comment = (who: Who, number: number, words: string, comment = number) =>
  world.refusal(who, "select comment_option($1, 'UGCET', $2, $3, $4)", [
    PLANNED,
    optionId(number),
    optionId(comment),
    words,
  ]);

test("admins, and the mentor of a call until 30 days after it, open a list on record; nobody else does", async () => {
  for (const who of ["newcomer", "student", "planned", "expired", "formerAdmin"] as const) {
    expect(await world.refusal(who, "select open_option_list($1, 'UGCET')", [PLANNED]), who).toEqual(
      unauthorized,
    );
    expect(await world.refusal(who, "select option_lists_of($1)", [PLANNED]), who).toEqual(unauthorized);
    expect(
      who === "planned" ||
        (await world.refusal(who, "select option_version_entries($1, $2)", [VERSION, PLANNED]))?.code ===
          "42501",
      who,
    ).toBe(true);
  }
  expect((await world.refusal("visitor", "select open_option_list($1, 'UGCET')", [PLANNED]))?.code).toBe(
    "42501",
  );
  for (const who of ["other", "admin"] as const) {
    expect((await calls.open(who, "planned"))?.entries).toHaveLength(3);
    expect((await world.as(who, "select option_lists_of($1) as of", [PLANNED])).rows[0]).toEqual({
      of: { student: "Planned Gowda", lists: [{ exam: "UGCET", options: 3 }] },
    });
    // The rows themselves stay the student's own: what is not opened on record is not seen.
    expect((await world.as(who, "select * from option_entries")).rowCount, who).toBe(0);
  }
  expect(await calls.open("admin", "student")).toBeNull();
  expect(
    await world.asOwner(
      "select actor_email, subject_id, details from audit_log where action = 'option list opened' order by id",
    ),
  ).toEqual([
    { actor_email: "other@example.org", subject_id: PLANNED, details: { exam: "UGCET" } },
    { actor_email: "admin@example.org", subject_id: PLANNED, details: { exam: "UGCET" } },
    { actor_email: "admin@example.org", subject_id: people.student.id, details: { exam: "UGCET" } },
  ]);
  await world.withoutTriggers(
    "update slots set start_time = now() - interval '31 days', end_time = now() - interval '31 days' + interval '30 minutes'",
  );
  expect(await world.refusal("other", "select open_option_list($1, 'UGCET')", [PLANNED])).toEqual(
    unauthorized,
  );
});

test("a proposal changes nothing until the student takes it, and what the list was is kept", async () => {
  for (const who of ["newcomer", "student", "planned", "formerAdmin"] as const)
    expect(await propose(who), who).toEqual(unauthorized);
  expect(await propose("other")).toBeUndefined();
  expect(await propose("other")).toBeUndefined();
  expect(await calls.order("planned")).toEqual([1, 2, 3]);
  const [proposal] = (await calls.list("planned")).versions;
  expect(proposal).toMatchObject({
    name: "Nearer home",
    state: "proposed",
    count: 3,
    by: "Other Gowda",
    words: "OTP •••",
  });
  await world.as("planned", "select restore_option_version('UGCET', $1)", [VERSION]);
  expect(await calls.order("planned")).toEqual([2, 3, 4]);
  const { versions } = await calls.list("planned");
  expect(versions.map(({ name, state, count }) => [name, state, count])).toEqual([
    ["Before “Nearer home”", "automatic", 3],
    ["Nearer home", "taken", 3],
  ]);
  await world.as("planned", "select restore_option_version('UGCET', $1)", [versions[0]?.id]);
  expect(await calls.order("planned")).toEqual([1, 2, 3]);
  expect(
    await world.asOwner("select actor_email, details from audit_log where action = 'options proposed'"),
  ).toEqual([{ actor_email: "other@example.org", details: { exam: "UGCET", name: "Nearer home" } }]);
});

test("a proposal can be left, is within the limits, and has well-formed options", async () => {
  await propose("admin");
  await world.as("planned", "select delete_option_version('UGCET', $1)", [VERSION]);
  await world.as("planned", "select leave_option_proposal('UGCET', $1)", [VERSION]);
  expect((await calls.list("planned")).versions).toMatchObject([{ state: "left", by: "Maarga" }]);
  const malformed = "An option needs the codes of a college and of a course.";
  for (const wrong of [
    [{ id: optionId(1), college: "E001" }],
    [{ college: "E001", course: "CS" }],
    [{ id: optionId(1), college: "<x>", course: "CS" }],
    [...optionsFrom(1, 1), ...optionsFrom(1, 1)],
  ])
    expect(await propose("admin", wrong, optionId(901)), JSON.stringify(wrong)).toEqual(
      refusedWith(malformed),
    );
  for (const wrong of [[], {}, optionsFrom(1, 501)])
    expect(await propose("admin", wrong, optionId(901))).toEqual(
      refusedWith("Name between 1 and 500 options."),
    );
  for (let number = 0; number < 10; number += 1)
    await propose("admin", optionsFrom(1, 2), optionId(910 + number));
  expect(await propose("admin", optionsFrom(1, 2), optionId(930))).toEqual(
    refusedWith("This student has ten proposals to answer."),
  );
  await world.as("admin", "update user_plans set active = false where user_id = $1", [PLANNED]);
  await world.asOwner("update option_versions set entries = $1 where id = $2", [
    JSON.stringify(optionsFrom(1, 11)),
    optionId(910),
  ]);
  expect(
    await world.refusal("planned", "select restore_option_version('UGCET', $1)", [optionId(910)]),
  ).toEqual(refusedWith("Without a plan, a list has at most 10 options."));
});

test("comments belong to one option, mask secrets, and are deleted by their writer or the student", async () => {
  for (const who of ["newcomer", "student", "formerAdmin"] as const)
    expect(await comment(who, 1, "x"), who).toEqual(unauthorized);
  expect(await comment("other", 1, "Too far? password: Abc@123", 51)).toBeUndefined();
  expect(await comment("other", 1, "again", 51)).toBeUndefined();
  expect(await comment("admin", 2, "Good.", 52)).toBeUndefined();
  expect(await comment("planned", 2, "We think so too.", 53)).toBeUndefined();
  expect((await calls.list("planned")).comments.map(({ by, words, isOwn }) => [by, words, isOwn])).toEqual([
    ["Other Gowda", "Too far? password: •••", false],
    ["Maarga", "Good.", false],
    ["The student", "We think so too.", true],
  ]);
  expect(await comment("other", 9, "x", 54)).toEqual(refusedWith("This option was removed from the list."));
  expect(await comment("other", 1, "x".repeat(501), 54)).toEqual(
    refusedWith("Please use at most 500 characters."),
  );
  expect((await comment("other", 1, "", 54))?.code).toBe("23514");
  const remove = (who: Who, number: number) =>
    world.refusal(who, "select delete_option_comment($1, 'UGCET', $2)", [PLANNED, optionId(number)]);
  expect(await remove("student", 51)).toEqual(unauthorized);
  await remove("other", 52);
  expect((await calls.list("planned")).comments).toHaveLength(3);
  await remove("planned", 52);
  await remove("other", 51);
  expect((await calls.list("planned")).comments).toHaveLength(1);
});

test("attack: comments on options that are removed again are limited", async () => {
  await world.withoutTriggers(
    `insert into option_comments (list_id, entry_id, id, author_name, words)
     select list_id, id, gen_random_uuid(), 'x', 'x' from option_entries, generate_series(1, 500)
     where id = $1`,
    [optionId(3)],
  );
  expect(await comment("planned", 1, "One more.", 55)).toEqual(
    refusedWith("A list has at most 500 comments. Delete some first."),
  );
});

test("a student's own versions are saved with a name, once, and at most 50", async () => {
  const save = (version: number, name: string) =>
    world.refusal("planned", "select save_option_version('UGCET', $1, $2)", [optionId(version), name]);
  await save(901, "First");
  await save(901, "First");
  await calls.remove("planned", 2);
  await save(902, "Without the second");
  const entries = async (version: number) =>
    (
      await world.as<{ entries: { college: string }[] }>(
        "planned",
        "select option_version_entries($1) as entries",
        [optionId(version)],
      )
    ).rows[0]?.entries.map(({ college }) => college);
  expect(await entries(901)).toEqual(["E001", "E002", "E003"]);
  expect(await entries(902)).toEqual(["E001", "E003"]);
  expect(await save(903, " ")).toEqual(refusedWith("Please give the version a name."));
  for (let number = 3; number <= 50; number += 1) await save(900 + number, `Version ${number}`);
  expect(await save(960, "One more")).toEqual(refusedWith("At most 50 versions are kept. Delete one first."));
  await world.as("planned", "select delete_option_version('UGCET', $1)", [optionId(901)]);
  expect(await save(960, "One more")).toBeUndefined();
  expect(
    await world.refusal("planned", "select restore_option_version('UGCET', $1)", [optionId(901)]),
  ).toEqual(refusedWith("This version was deleted."));
});

test("what a round allotted is kept with the list as it was, and can be corrected", async () => {
  const put = (round: string, college: string | null, course: string | null) =>
    world.refusal("planned", "select put_option_allotment('UGCET', 2026, $1, $2, $3, '2ag')", [
      round,
      college,
      course,
    ]);
  await put("mock", "e002", "CS");
  await calls.remove("planned", 2);
  await put("mock", "e003", "CS");
  await put("1", null, null);
  const { allotments } = await calls.list("planned");
  expect(allotments.find(({ round }) => round === "mock")).toMatchObject({
    college: "E003",
    category: "2AG",
    entries: optionsFrom(1, 3),
  });
  expect(allotments.find(({ round }) => round === "1")).toMatchObject({ college: null });
  expect((await put("2", "E001", null))?.code).toBe("23514");
  await world.as("planned", "select delete_option_allotment('UGCET', 2026, 'mock')");
  expect((await calls.list("planned")).allotments).toHaveLength(1);
});
