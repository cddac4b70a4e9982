import { expect, test } from "vitest";
import { countOutcomes } from "./concurrency.ts";
import { asAdmin, count, setUpPaymentRaces, times, world } from "./payment-race-world.ts";
import { newUtr } from "./payments-world.ts";

setUpPaymentRaces();

const confirmLines = (...ids: string[]) => asAdmin("select confirm_lines($1)", ids);
const choose = (line: string, order: string) => asAdmin("select choose_order($1, $2)", line, order);
const match = asAdmin("select match_lines()");
const DEADLOCK = /deadlock|40P01/;

interface Paid {
  readonly order: string;
  readonly line: string;
  readonly utr: string;
}

/** Orders whose UTR a statement has. Each line is certain for its order. */
async function paidOrders(number: number): Promise<Paid[]> {
  const students = await world.createStudents(number, "Basic");
  await world.owner.query("update user_plans set active = false where user_id = any ($1)", [
    students.map(({ id }) => id),
  ]);
  const paid: Paid[] = [];
  for (const who of students) {
    await world.runAtOnce([{ who, text: "select make_order('ug', 'cet', 'Medium')", values: [] }]);
    const { rows } = await world.owner.query("select id from orders where user_id = $1", [who.id]);
    const [order, utr] = [rows[0].id as string, newUtr()];
    await world.runAtOnce([{ who, text: "select send_proof($1, $2)", values: [order, utr] }]);
    paid.push({ order, utr, line: await addLine(utr) });
  }
  while (await count("private.match_queue")) await world.runAtOnce([match]);
  expect(
    await count("statement_lines where id = any ($1) and state = 'certain'", [paid.map(({ line }) => line)]),
  ).toBe(number);
  return paid;
}

async function addLine(utr: string): Promise<string> {
  const { rows } = await world.owner.query(
    `with statement as (
       insert into statements (file_name, sha256, layout, added_by)
       values ('a', encode(sha256($1::text::bytea), 'hex'), 'x', 'me') returning id
     )
     insert into statement_lines (statement_id, line_number, day, amount_paise, utr, narration, fingerprint)
     select id, 1, (now() at time zone 'Asia/Kolkata')::date, 500000, $1, '', $1 from statement returning id`,
    [utr],
  );
  return rows[0].id;
}

async function proposalOf(line: string): Promise<{ state: string; order_id: string | null }> {
  return (await world.owner.query("select state, order_id from statement_lines where id = $1", [line]))
    .rows[0];
}

test("the same statement that ten admins add at the same moment is added once", async () => {
  const sha256 = "d".repeat(64);
  const lines = times(20).map((n) => ({
    line_number: n + 1,
    day: "2026-11-20",
    amount_paise: 12_300 + n,
    narration: `UPI ${n}`,
    nth: 1,
  }));
  // The server runs this in its transaction: only the first one adds lines.
  const add = asAdmin(
    `select count(part.added) from add_statement('november.csv', $1, 'HDFC Bank', '', 20) as statement
       cross join lateral (select added from add_statement_lines(statement.statement_id, $2) where not is_known) as part`,
    sha256,
    JSON.stringify(lines),
  );
  expect(countOutcomes(await world.runAtOnce(times(10).map(() => add)))).toEqual({ done: 10 });
  expect(await count("statements where sha256 = $1", [sha256])).toBe(1);
  expect(
    await count("statement_lines join statements on statements.id = statement_id where sha256 = $1", [
      sha256,
    ]),
  ).toBe(20);
});

test("two statements with the same transfers that are added at the same moment list each transfer once", async () => {
  const line = {
    line_number: 1,
    day: "2026-11-21",
    amount_paise: 45_600,
    utr: newUtr(),
    narration: "UPI",
    nth: 1,
  };
  const add = (sha256: string) =>
    asAdmin(
      `select added from add_statement('a.csv', $1, 'HDFC Bank') as statement
         cross join lateral add_statement_lines(statement.statement_id, $2)`,
      sha256.repeat(64),
      JSON.stringify([line]),
    );
  expect(countOutcomes(await world.runAtOnce(["1", "2", "3", "4"].map(add)))).toEqual({ done: 4 });
  expect(await count("statement_lines where utr = $1", [line.utr])).toBe(1);
});

test("lines are matched, confirmed and given to other orders at once: each pays at most one order, and none deadlocks", async () => {
  const paid = await paidOrders(12);
  const lines = paid.map(({ line }) => line);
  const requests = paid.flatMap(({ line, order }, index) => [
    confirmLines(line),
    choose(line, paid[(index + 1) % paid.length]?.order ?? order),
    match,
    choose(line, order),
  ]);
  const outcomes = await world.runAtOnce([
    ...requests,
    confirmLines(...lines),
    confirmLines(...lines.toReversed()),
  ]);
  expect(outcomes.filter((outcome) => DEADLOCK.test(outcome))).toEqual([]);
  const orders = paid.map(({ order }) => order);
  const confirmed = await count("orders where id = any ($1) and state = 'confirmed'", [orders]);
  expect(confirmed).toBeGreaterThan(0);
  expect(await count("receipts where order_id = any ($1)", [orders])).toBe(confirmed);
  expect(await count("statement_lines where id = any ($1) and state = 'confirmed'", [lines])).toBe(confirmed);
});

test("a line that is confirmed while an admin gives it to another order is decided already", async () => {
  const [one, two] = (await paidOrders(2)) as [Paid, Paid];
  const { outcome, waitedFor } = await world.runDuring([confirmLines(one.line)], choose(one.line, two.order));
  expect([outcome, waitedFor]).toEqual(["This line is decided already.", "transactionid"]);
  expect(await proposalOf(one.line)).toEqual({ state: "confirmed", order_id: one.order });
});

test("a line that an admin gives to another order while it is matched keeps that order", async () => {
  const [one, two] = (await paidOrders(2)) as [Paid, Paid];
  await world.owner.query("insert into private.match_queue (line_id) values ($1)", [one.line]);
  expect(await world.runDuring([choose(one.line, two.order)], match)).toEqual({
    outcome: "done",
    waitedFor: null,
  });
  while (await count("private.match_queue where line_id = $1", [one.line])) await world.runAtOnce([match]);
  expect(await proposalOf(one.line)).toEqual({ state: "chosen", order_id: two.order });
});

test("a payment that is put to another student's order while its line is confirmed counts for one of them", async () => {
  for (const isMoveFirst of [true, false]) {
    const [one] = (await paidOrders(1)) as [Paid];
    const [other] = await world.createStudents(1, "Basic");
    await world.runAtOnce([asAdmin("select make_order_for($1, 'ug', 'cet', 'Medium')", other?.id)]);
    const { rows } = await world.owner.query(
      "select (select id from payments where order_id = $1) as payment, (select id from orders where user_id = $2) as target",
      [one.order, other?.id],
    );
    const move = asAdmin("select move_payment($1, $2)", rows[0].payment, rows[0].target);
    const confirm = confirmLines(one.line);
    const [first, second] = isMoveFirst ? [move, confirm] : [confirm, move];
    expect(await world.runDuring([first], second)).toEqual({
      outcome: isMoveFirst ? "done" : "This order has changed since you opened it. Please look again.",
      waitedFor: "advisory",
    });
    const moved = isMoveFirst ? rows[0].target : one.order;
    expect(await count("payments where utr = $1", [one.utr])).toBe(1);
    expect((await proposalOf(one.line)).order_id).toBe(moved);
    expect(await count("receipts where order_id = any ($1)", [[one.order, rows[0].target]])).toBe(
      isMoveFirst ? 0 : 1,
    );
  }
});

test("lines are confirmed for the orders that the admin has seen: what another admin has chosen since is refused", async () => {
  const [one, two] = (await paidOrders(2)) as [Paid, Paid];
  await world.runAtOnce([choose(one.line, two.order)]);
  const seen = asAdmin("select confirm_lines($1, order_ids => $2)", [one.line], [one.order]);
  expect(await world.runAtOnce([seen])).toEqual(["done"]);
  expect(await proposalOf(one.line)).toEqual({ state: "chosen", order_id: two.order });
  expect(await count("receipts where order_id = any ($1)", [[one.order, two.order]])).toBe(0);
});
