import { beforeEach, expect, test } from "vitest";
import { bookCall, startCall } from "./mentor-world.ts";
import { people, type Who } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

const STEPS = [
  { step: "Upload the caste certificate", dueOn: "2027-06-01" },
  { step: "Talk to your father" },
];
let slot: string;
/** Planned has a call with "other"; "student" is another mentor. */
beforeEach(async () => {
  slot = await bookCall(world);
});
const start = () => startCall(world);
const WRITE = "select write_agreement($1, $2, $3)";
const values = (agreed = "Two colleges.", steps: unknown = STEPS) => [slot, agreed, JSON.stringify(steps)];
const own = async () =>
  (
    await world.as<{ agreed: string; steps: { id: string; step: string; dueOn: string; isDone: boolean }[] }>(
      "planned",
      "select * from own_agreements()",
    )
  ).rows[0];

test("the mentor writes what was agreed, and the student ticks the steps, which keep their ticks when it is rewritten", async () => {
  await start();
  await world.as("other", WRITE, values(" KEA password: Abc@123 \n"));
  const first = await own();
  expect(first).toMatchObject({
    agreed: "KEA password: •••",
    steps: [
      { ...STEPS[0], isDone: false },
      { ...STEPS[1], dueOn: null, isDone: false },
    ],
  });
  const tick = (index: number, isDone: boolean) =>
    world.as("planned", "select tick_next_step($1, $2)", [first?.steps[index]?.id, isDone]);
  await tick(0, true);
  await tick(1, true);
  await tick(1, false);
  expect((await own())?.steps.map(({ isDone }) => isDone)).toEqual([true, false]);
  await world.as("admin", WRITE, values("Three colleges.", [{ step: "OTP 482913" }, ...STEPS]));
  expect(await own()).toMatchObject({
    agreed: "Three colleges.",
    steps: [{ step: "OTP •••", isDone: false }, { isDone: true }, { isDone: false }],
  });
});

test("only the mentor of the slot and admins write it, only after the start, and within limits", async () => {
  const refusal = (who: Who, given = values()) => world.refusal(who, WRITE, given);
  expect(await refusal("other")).toMatchObject({ message: "This slot has not started yet." });
  await start();
  for (const who of ["visitor", "newcomer", "student", "planned", "formerAdmin"] as const)
    expect((await refusal(who))?.code, who).toBe("42501");
  for (const who of ["other", "admin", "secretKey"] as const) expect(await refusal(who), who).toBeUndefined();
  const many = Array.from({ length: 21 }, () => ({ step: "x" }));
  expect(await refusal("other", values("x", many))).toMatchObject({
    message: "Please write at most 20 next steps.",
  });
  for (const [long, message] of [
    [values("x".repeat(2001)), "Please use at most 2000 characters."],
    [values("x", [{ step: "x".repeat(201) }]), "Please use at most 200 characters."],
  ] as const)
    expect(await refusal("other", long)).toMatchObject({ message });
  for (const wrong of [values(" "), values("x", [{ step: "" }]), values("x", [{}])])
    expect((await refusal("other", wrong))?.code).toMatch(/^23/);
  expect(await refusal("admin", [people.planned.id, "x", "[]"])).toMatchObject({
    message: "This slot was deleted.",
  });
  await world.as("admin", "select revoke_mentor($1)", [people.other.id]);
  expect((await refusal("other"))?.code).toBe("42501");
});

test("only the student of the slot, its mentor and admins read it, and only the student ticks", async () => {
  await start();
  await world.as("other", WRITE, values());
  const [step] = (await own())?.steps ?? [];
  const tick = (who: Who) => world.refusal(who, "select tick_next_step($1, true)", [step?.id]);
  for (const [who, count, canTick] of [
    ["newcomer", 0, false],
    ["student", 0, false],
    ["formerAdmin", 0, false],
    ["planned", 1, true],
    ["other", 1, false],
    ["admin", 1, false],
  ] as const) {
    expect((await world.as(who, "select agreed from slot_agreements")).rowCount, who).toBe(count);
    expect((await world.as(who, "select step from next_steps")).rowCount, who).toBe(2 * count);
    expect((await world.as(who, "select * from own_agreements()")).rowCount, who).toBe(
      who === "planned" ? 1 : 0,
    );
    expect((await tick(who))?.message, who).toBe(canTick ? undefined : "This step no longer exists.");
    for (const write of [
      "delete from next_steps",
      "update next_steps set step = 'x'",
      "update slot_agreements set agreed = 'x'",
      `insert into slot_agreements (slot_id, agreed) values ('${slot}', 'x')`,
    ])
      expect((await world.refusal(who, write))?.code).toBe("42501");
  }
  expect((await tick("visitor"))?.code).toBe("42501");
});
