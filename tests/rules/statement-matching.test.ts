import { describe, expect, test } from "vitest";
import { MEDIUM, newUtr, setUpPayments } from "./payments-world.ts";
import { type Refusal, refusedWith } from "./rules-world.ts";
import { type Line, statementsOf } from "./statement-world.ts";

const world = setUpPayments();
const { addLines, proposals } = statementsOf(world);

const OPEN = { state: "open", order_id: null, how: null };

describe("a line is proposed for an order", () => {
  test("for certain by the UTR that the student has sent", async () => {
    const utr = newUtr();
    const order = await world.prove("student", MEDIUM, utr);
    expect(await proposals(await addLines({ utr }, {}))).toEqual([
      { state: "certain", order_id: order.id, how: "utr" },
      OPEN,
    ]);
  });

  test("for certain by the reference of a bank transfer, which counts as one", async () => {
    const order = await world.prove("student", MEDIUM, "ref. sbinn52026112412345678");
    const [line] = await addLines({ utr: "SBINN52026112412345678" });
    expect(await proposals([line ?? 0])).toEqual([{ state: "certain", order_id: order.id, how: "utr" }]);
    await world.as("admin", "select confirm_lines($1)", [[line]]);
    expect(await world.asOwner("select method, state from payments where order_id = $1", [order.id])).toEqual(
      [{ method: "bank", state: "counted" }],
    );
    const { rows } = await world.as<{ number: string }>(
      "admin",
      "select number from list_orders('sbinn52026112412345678', 'all')",
    );
    expect(rows).toEqual([{ number: order.number }]);
  });

  test("for certain by its number", async () => {
    const order = await world.make();
    expect(await proposals(await addLines({ reference: order.number, utr: newUtr() }))).toEqual([
      { state: "certain", order_id: order.id, how: "reference" },
    ]);
  });

  test.each([
    ["name", "UPI/CR/STUDENT/SBIN"],
    ["phone", "UPI-9000000002@ybl"],
  ])("as a suggestion by amount and %s", async (_by, narration) => {
    const order = await world.make();
    expect(await proposals(await addLines({ narration, days: 2 }))).toEqual([
      { state: "suggested", order_id: order.id, how: "guess" },
    ]);
  });
});

describe("a line is only suggested", () => {
  test.each<[string, Line]>([
    ["another amount", { paise: 4_999_00 }],
    ["a day before the order", { days: -1 }],
  ])("by the UTR with %s", async (_what, line) => {
    const utr = newUtr();
    const order = await world.prove("student", MEDIUM, utr);
    expect(await proposals(await addLines({ ...line, utr }))).toEqual([
      { state: "suggested", order_id: order.id, how: "utr" },
    ]);
  });

  test("by the number with another amount", async () => {
    const order = await world.make();
    expect(await proposals(await addLines({ reference: order.number, paise: 1_00 }))).toMatchObject([
      { state: "suggested", how: "reference" },
    ]);
  });

  test("by a number that two lines have, and the second line stays open", async () => {
    const { number } = await world.make();
    const lines = await addLines({ reference: number }, { reference: number });
    expect(await proposals(lines)).toMatchObject([{ state: "suggested" }, OPEN]);
  });

  test("by the number if the student has sent another UTR", async () => {
    const order = await world.prove();
    expect(await proposals(await addLines({ reference: order.number, utr: newUtr() }))).toMatchObject([
      { state: "suggested", how: "reference" },
    ]);
  });
});

test("a line that fits another order better takes none from a line that fits it less, together or one by one", async () => {
  const [order, better] = [await world.make(), await world.make("formerAdmin")];
  const both = { narration: "STUDENT GOWDA 9000000007" };
  const name = { narration: "STUDENT" };
  const expected = [
    { state: "suggested", order_id: better.id, how: "guess" },
    { state: "suggested", order_id: order.id, how: "guess" },
  ];
  const together = await addLines(both, name);
  expect(await proposals(together)).toEqual(expected);
  await world.asOwner("delete from statement_lines");
  const oneByOne = [...(await addLines(both)), ...(await addLines(name))];
  expect(await proposals(oneByOne)).toEqual(expected);
});

describe("a line is not proposed", () => {
  test.each<[string, Line]>([
    ["another name", { narration: "UPI/CR/SOMEBODY/SBIN" }],
    ["a part of a name", { narration: "UPI/CR/STUDENTS/SBIN" }],
    ["another amount", { narration: "STUDENT", paise: 4_999_00 }],
    ["a day long after the order has expired", { narration: "STUDENT", days: 11 }],
    ["the number of an order that does not exist", { narration: "STUDENT", reference: "MRG2222222" }],
  ])("for %s", async (_what, line) => {
    await world.make();
    const [found] = await proposals(await addLines(line));
    expect(found).toEqual(OPEN);
  });

  test("if its UTR has paid an order already, which explains it until the confirmation is undone", async () => {
    const utr = newUtr();
    const { id } = await world.prove("student", MEDIUM, utr);
    await world.as("admin", "select * from confirm_order($1)", [id]);
    await world.make("expired");
    const lines = await addLines(
      { utr, narration: "EXPIRED" },
      { utr, narration: "EXPIRED", paise: 4_999_00 },
    );
    expect(await proposals(lines)).toEqual([{ ...OPEN, state: "explained" }, OPEN]);
    await world.as("admin", "select undo_confirmation($1, 'test')", [id]);
    await world.as("admin", "select match_lines()");
    expect(await proposals(lines)).toEqual([{ state: "certain", order_id: id, how: "utr" }, OPEN]);
  });

  test("for an order that is decided otherwise, and becomes open again", async () => {
    const order = await world.make();
    const lines = await addLines({ reference: order.number });
    await world.as("admin", "select cancel_order($1, 'test')", [order.id]);
    await world.as("admin", "select match_lines()");
    expect(await proposals(lines)).toEqual([OPEN]);
  });
});

test("a proof that comes after the statement is matched, and a second match changes nothing", async () => {
  const utr = newUtr();
  const lines = await addLines({ utr });
  expect(await proposals(lines)).toEqual([OPEN]);
  const order = await world.prove("student", MEDIUM, utr);
  await world.as("admin", "select match_lines()");
  await world.as("admin", "select match_lines()");
  expect(await proposals(lines)).toMatchObject([{ state: "certain", order_id: order.id }]);
});

test("certain lines are confirmed together, once", async () => {
  const orders = [await world.prove("student", MEDIUM, newUtr()), await world.make("expired")];
  const [claim] = await world.asOwner<{ utr: string }>("select utr from payments where order_id = $1", [
    orders[0]?.id,
  ]);
  const lines = await addLines({ utr: claim?.utr ?? null }, { reference: orders[1]?.number ?? null });
  const confirm = () =>
    world.as<{ outcome: string }>("admin", "select outcome from confirm_lines($1)", [lines]);
  expect((await confirm()).rows).toEqual([{ outcome: "confirmed" }, { outcome: "confirmed" }]);
  expect((await confirm()).rows).toEqual([{ outcome: "refused" }, { outcome: "refused" }]);
  await world.as("admin", "select match_lines()");
  expect(await proposals(lines)).toMatchObject([{ state: "confirmed" }, { state: "confirmed" }]);
  expect(await world.asOwner("select from receipts")).toHaveLength(2);
  expect(await world.problems()).toEqual([]);
});

test("open lines are explained together, and decided ones are left out", async () => {
  const order = await world.make();
  const lines = await addLines({ narration: "INTEREST" }, { narration: "RENT" }, { reference: order.number });
  const { rows } = await world.as<{ explain_lines: number }>(
    "admin",
    "select explain_lines($1, 'not from students')",
    [lines],
  );
  expect(rows).toEqual([{ explain_lines: 2 }]);
  expect(await proposals(lines)).toMatchObject([
    { state: "explained" },
    { state: "explained" },
    { state: "certain" },
  ]);
  expect(await world.refusal("admin", "select explain_lines($1, 'x')", [Array(101).fill(1)])).toEqual(
    refusedWith("At most 100 at once."),
  );
});

test("the list has the reason for each proposal", async () => {
  const utr = newUtr();
  const order = await world.prove("student", MEDIUM, utr);
  await addLines({ utr, narration: "UPI/CR" }, {});
  const { rows } = await world.as("admin", "select * from list_statement_lines('certain')");
  expect(rows).toMatchObject([
    {
      amount_paise: "500000",
      narration: "UPI/CR",
      number: order.number,
      order_amount_paise: "500000",
      how: "utr",
      order_state: "proof sent",
      student_name: "Student Gowda",
      plan_name: "Medium",
      claimed_utr: utr,
    },
  ]);
  const counts = await world.as("admin", "select * from count_statement_lines() order by state");
  expect(counts.rows).toEqual([
    { state: "certain", lines: "1", amount_paise: "500000" },
    { state: "open", lines: "1", amount_paise: "500000" },
  ]);
});

const refused: Refusal = { code: "42501", message: "You are not authorized to access this page" };

describe.each(["student", "formerAdmin"] as const)("a person without the right (%s)", (who) => {
  test.each([
    "select match_lines()",
    "select * from list_statement_lines('open')",
    "select * from count_statement_lines()",
    "select explain_lines('{1}', 'x')",
  ])("is refused: %s", async (sql) => {
    expect(await world.refusal(who, sql)).toEqual(refused);
  });
});

test("a visitor may call none of them", async () => {
  expect(await world.refusal("visitor", "select match_lines()")).toMatchObject({ code: "42501" });
});
