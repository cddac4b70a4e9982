import { describe, expect, test } from "vitest";
import { dayFromToday } from "./calendar.ts";
import { MEDIUM, newUtr, type Order, setUpPayments } from "./payments-world.ts";
import { refusedWith } from "./rules-world.ts";

const world = setUpPayments();
const HASH = "a".repeat(64);
const TODAY = dayFromToday(0);

const asAdmin = async <T extends Record<string, unknown>>(sql: string, values: unknown[]) =>
  (await world.as<T>("admin", sql, values)).rows;
const refusal = (sql: string, values: unknown[]) => world.refusal("admin", sql, values);

const addStatement = async (sha256 = HASH, account = "1") =>
  (
    await asAdmin<{ statement_id: string; is_known: boolean }>(
      "select * from add_statement('march.csv', $1, 'HDFC', $2, 2)",
      [sha256, account],
    )
  )[0] as { statement_id: string; is_known: boolean };
const line = (line_number: number, fields: object = {}) => ({
  line_number,
  day: TODAY,
  amount_paise: 500_000,
  narration: "UPI ASHA",
  utr: "",
  ...fields,
});
const addLines = (statement: string, lines: object[]) =>
  asAdmin("select * from add_statement_lines($1, $2)", [statement, JSON.stringify(lines)]);
const linesOf = () =>
  world.asOwner<{ id: string; state: string; order_id: string | null; how: string | null }>(
    "select id, state, order_id, how from statement_lines order by line_number",
  );

/** Adds a statement with one line that the matching would propose for the order. */
async function propose(order: Order, fields: object, state = "certain", how = "utr"): Promise<string> {
  const { statement_id } = await addStatement();
  await addLines(statement_id, [line(1, fields)]);
  const [added] = await linesOf();
  await world.asOwner("update statement_lines set state = $1, how = $2, order_id = $3", [
    state,
    how,
    order.id,
  ]);
  return added?.id ?? "";
}

describe("a statement", () => {
  test("that is added again changes nothing", async () => {
    const first = await addStatement();
    expect(await addLines(first.statement_id, [line(1, { utr: newUtr() }), line(2)])).toEqual([
      { added: 2, known: 0 },
    ]);
    expect(await addStatement()).toEqual({ statement_id: first.statement_id, is_known: true });
    expect(await addLines(first.statement_id, [line(1), line(2)])).toEqual([{ added: 0, known: 2 }]);
    expect(await linesOf()).toHaveLength(2);
  });

  test.each(["infinity", "-infinity", "1999-12-31", "2999-01-01"])(
    "has no line of the day %s",
    async (day) => {
      const { statement_id } = await addStatement();
      const lines = JSON.stringify([line(1), line(2, { day })]);
      expect(await refusal("select add_statement_lines($1, $2)", [statement_id, lines])).toEqual(
        refusedWith("A line has a day before the year 2000, or more than a month ahead."),
      );
    },
  );

  test("that covers days of another one adds the new lines alone", async () => {
    const shared = { utr: newUtr(), balance_paise: 1 };
    const first = await addStatement();
    await addLines(first.statement_id, [line(1, shared)]);
    const second = await addStatement("b".repeat(64));
    expect(
      await addLines(second.statement_id, [line(7, { ...shared, narration: "upi  asha" }), line(8)]),
    ).toEqual([{ added: 1, known: 1 }]);
  });

  test("of another account has lines of its own", async () => {
    const first = await addStatement();
    await addLines(first.statement_id, [line(1)]);
    const second = await addStatement("b".repeat(64), "2");
    expect(await addLines(second.statement_id, [line(1)])).toEqual([{ added: 1, known: 0 }]);
  });

  test("tells equal lines apart, and money that leaves the account", async () => {
    const { statement_id } = await addStatement();
    expect(
      await addLines(statement_id, [line(1), line(2, { nth: 2 }), line(3, { amount_paise: -100 })]),
    ).toEqual([{ added: 3, known: 0 }]);
    expect((await linesOf()).map(({ state }) => state)).toEqual(["open", "open", "debit"]);
  });

  test("takes no lines when it is complete, and not too many at once", async () => {
    const { statement_id } = await addStatement();
    expect(
      await refusal("select add_statement_lines($1, (select jsonb_agg(n) from generate_series(1, 2001) n))", [
        statement_id,
      ]),
    ).toEqual(refusedWith("At most 2,000 lines at once."));
    await asAdmin("select finish_statement($1)", [statement_id]);
    expect(await refusal("select add_statement_lines($1, '[]')", [statement_id])).toEqual(
      refusedWith("This statement is complete already."),
    );
  });
});

describe("a line", () => {
  test("confirms its order, with its day and its UTR", async () => {
    const order = await world.make();
    const utr = newUtr();
    const id = await propose(order, { utr }, "certain", "reference");
    const [row] = await asAdmin("select * from confirm_lines($1)", [[id]]);
    expect(row).toMatchObject({ outcome: "confirmed", number: order.number, message: null });
    const [payment] = await world.asOwner(
      "select utr, source, paid_on::text, statement_line_id from payments",
    );
    expect(payment).toEqual({ utr, source: "statement", paid_on: TODAY, statement_line_id: id });
    expect(await linesOf()).toMatchObject([{ state: "confirmed", order_id: order.id }]);
    expect(await world.problems()).toEqual([]);
  });

  test("takes the claim that the student has sent", async () => {
    const utr = newUtr();
    const order = await world.prove("student", MEDIUM, utr);
    const id = await propose(order, { utr });
    await asAdmin("select confirm_lines($1)", [[id]]);
    const rows = await world.asOwner("select source, state from payments");
    expect(rows).toEqual([{ source: "student", state: "counted" }]);
    expect(await world.problems()).toEqual([]);
  });

  test.each([
    [
      "another amount",
      { amount_paise: 499_900 },
      "The bank statement shows ₹4,999. Take it as short or over.",
    ],
    ["another UTR", { utr: "999999999999" }, "The student has sent another UTR for "],
  ])("with %s is not confirmed together with others", async (_what, fields, text) => {
    const order = await world.prove();
    const id = await propose(order, fields, "suggested", "guess");
    const [row] = await asAdmin<{ message: string }>("select * from confirm_lines($1)", [[id]]);
    expect(row?.message).toContain(text);
    expect(await linesOf()).toMatchObject([{ state: "suggested" }]);
    expect(await world.problems()).toEqual([]);
  });

  test("that somebody chose for an order is what counts, with its amount", async () => {
    const order = await world.prove();
    const { statement_id } = await addStatement();
    await addLines(statement_id, [line(1, { amount_paise: 400_000 })]);
    const [added] = await linesOf();
    await asAdmin("select choose_order($1, $2)", [added?.id, order.id]);
    expect(await refusal("select confirm_order($1)", [order.id])).toEqual(
      refusedWith("The bank statement shows ₹4,000. Take it as short or over."),
    );
    await asAdmin("select take_short($1, 400000)", [order.id]);
    expect(await linesOf()).toMatchObject([{ state: "confirmed", how: "hand" }]);
    expect(await world.problems()).toEqual([]);
  });

  test("with the same UTR is settled by a confirmation at the desk; a suggestion is not", async () => {
    const utr = newUtr();
    const order = await world.prove("student", MEDIUM, utr);
    const { statement_id } = await addStatement();
    await addLines(statement_id, [line(1, { utr }), line(2, { narration: "other" })]);
    await world.asOwner(
      "update statement_lines set state = 'suggested', how = 'guess', order_id = $1 where line_number = 2",
      [order.id],
    );
    await asAdmin("select confirm_order($1)", [order.id]);
    expect(await linesOf()).toMatchObject([
      { state: "confirmed", how: "utr", order_id: order.id },
      { state: "open", how: null, order_id: null },
    ]);
    expect(await world.problems()).toEqual([]);
  });

  test("is free again when the confirmation is undone, and open when the order is rejected", async () => {
    const order = await world.make();
    const id = await propose(order, { utr: newUtr() });
    await asAdmin("select confirm_lines($1)", [[id]]);
    await asAdmin("select undo_confirmation($1, 'a test')", [order.id]);
    expect(await linesOf()).toMatchObject([{ state: "chosen", order_id: order.id }]);
    expect(await world.problems()).toEqual([]);
    await asAdmin("select reject_order($1, 'not received')", [order.id]);
    expect(await linesOf()).toMatchObject([{ state: "open", order_id: null }]);
  });

  test("confirms once: the second time it is decided already", async () => {
    const order = await world.make();
    const id = await propose(order, { utr: newUtr() });
    const rows = await asAdmin("select * from confirm_lines($1)", [[id, id]]);
    expect(rows).toMatchObject([
      { outcome: "confirmed" },
      { outcome: "refused", message: "This line is decided already." },
    ]);
    expect(await world.problems()).toEqual([]);
  });

  test("is explained in words, and opened again", async () => {
    const { statement_id } = await addStatement();
    await addLines(statement_id, [line(1)]);
    const [added] = await linesOf();
    expect(await refusal("select explain_line($1, ' ')", [added?.id])).toEqual(
      refusedWith("Please say what it is."),
    );
    await asAdmin("select explain_line($1, 'rent')", [added?.id]);
    expect(await linesOf()).toMatchObject([{ state: "explained" }]);
    await asAdmin("select reopen_line($1)", [added?.id]);
    expect(await linesOf()).toMatchObject([{ state: "open" }]);
  });

  test("is never chosen for an order that is paid", async () => {
    const order = await world.pay();
    const { statement_id } = await addStatement();
    await addLines(statement_id, [line(1)]);
    const [added] = await linesOf();
    expect(await refusal("select choose_order($1, $2)", [added?.id, order.id])).toEqual(
      refusedWith(`${order.number} is confirmed, so this is not possible.`),
    );
  });

  test("goes with a payment that is put to another order", async () => {
    const mine = await world.prove();
    await propose(mine, {}, "chosen", "hand");
    const theirs = await world.make("other", ["ug", "cet", "Advanced"]);
    const [payment] = await world.asOwner("select id from payments where order_id = $1", [mine.id]);
    await asAdmin("select move_payment($1, $2)", [payment?.id, theirs.id]);
    expect(await linesOf()).toMatchObject([{ state: "chosen", order_id: theirs.id }]);
  });
});

test("the columns that somebody chose for unknown headings are remembered", async () => {
  const save =
    "insert into statement_layouts (headings, columns) values ('a|b', $1) on conflict (headings) do update set columns = excluded.columns";
  await asAdmin(save, ['{"day":0}']);
  await asAdmin(save, ['{"day":1}']);
  expect(await asAdmin("select columns from statement_layouts", [])).toEqual([{ columns: { day: 1 } }]);
  expect((await world.as("student", "select * from statement_layouts")).rowCount).toBe(0);
});
