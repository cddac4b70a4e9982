import { expect, test } from "vitest";
import { newUtr, type Order, setUpPayments } from "./payments-world.ts";

const world = setUpPayments();

const admin = (sql: string, values: unknown[]) => world.as("admin", sql, values);

/** Contradictions that only the owner can create, with the output of the check. */
const CONTRADICTIONS: Record<string, [sql: string, problem: RegExp, order?: () => Promise<Order>]> = {
  "a state without its step": [
    "update orders set state = 'cancelled', received_paise = 0 where id = $1",
    /its state is cancelled, but its last step leads to confirmed/,
  ],
  "a step that does not follow": [
    "update order_steps set from_state = 'made' where order_id = $1 and action = 'confirm'",
    /starts from made, but the one before led to proof sent/,
  ],
  "a wrong check character": [
    "update orders set number = 'MRG-2222-3' where id = $1",
    /check character is wrong/,
  ],
  "money that no payment brought": [
    "delete from payments where order_id = $1",
    /received ₹5,000, but its payments are ₹0/,
  ],
  "a payment of another amount": [
    "update payments set amount_paise = 1 where order_id = $1",
    /received ₹5,000, but its payments are ₹0.01/,
  ],
  "a missing receipt": [
    "delete from receipts where order_id = $1",
    /₹5,000 counts, but its receipts are missing/,
  ],
  "a receipt of another amount": [
    "update receipts set amount_paise = 1 where order_id = $1",
    /₹5,000 counts, but its receipts are MRG\/.* of ₹0.01/,
  ],
  "a receipt that was made from other data": [
    "update receipts set snapshot = '{}' where order_id = $1",
    /counts, but its receipts are/,
  ],
  "a gap in the numbers": [
    "update receipts set serial = 3 where order_id = $1",
    /receipts of .*: 1 numbers up to 3, but 1/,
  ],
  "a number that is missing": [
    "update private.number_series set last = 2",
    /1 numbers up to 1, but 2 were taken/,
  ],
  "a plan that is missing": [
    "update user_plans set order_id = null where order_id = $1",
    /confirmed, but no plan was assigned for it/,
  ],
  "a plan of another name": [
    "update user_plans set plan_name = 'Advanced' where order_id = $1",
    /confirmed, but no plan was assigned for it/,
  ],
  "a receipt of a payment that does not count": [
    "update payments set state = 'claimed' where order_id = $1",
    /valid, but its payment does not count/,
  ],
  "a refund that is missing": [
    "update orders set state = 'refunded', refunded_paise = 1 where id = $1",
    /refunded ₹0.01, but its refunds are ₹0/,
  ],
  "a claim that is missing": [
    "delete from payments where order_id = $1",
    /its state is proof sent, but it has 0 claims/,
    () => world.prove(),
  ],
  "an active plan of an order that is not paid": [
    `insert into user_plans (user_id, plan_level, plan_exam, plan_name, assigned_at, expires_at, order_id)
     select user_id, 'ug', 'cet', 'Medium', now(), now() + interval '1 day', id from orders where id = $1`,
    /proof sent, but its plan is active/,
    () => world.prove(),
  ],
  "a part without its rest": [
    "update orders set amount_paise = 1 where rest_of = $1",
    /paid short, but the rest is not ₹1,000/,
    async () => {
      const order = await world.prove();
      await admin("select take_short($1, 400000)", [order.id]);
      return order;
    },
  ],
  "a line of a statement without its payment": [
    "update payments set statement_line_id = null where order_id = $1",
    /Line .* of a statement shows ₹5,000, but its payment is missing/,
    async () => {
      const order = await world.make();
      const [line] = await world.asOwner(
        `with statement as (
           insert into statements (file_name, sha256, layout, added_by) values ('a', repeat('d', 64), 'x', 'me') returning id
         )
         insert into statement_lines (statement_id, line_number, day, amount_paise, utr, narration, fingerprint, state, order_id, how)
         select id, 1, '2026-11-24', 500000, $2, '', 'x', 'certain', $1, 'utr' from statement returning id`,
        [order.id, newUtr()],
      );
      await admin("select confirm_lines(array[$1]::bigint[])", [line?.id]);
      return order;
    },
  ],
};

test.each(Object.entries(CONTRADICTIONS))("the check finds %s", async (_what, [sql, problem, prepare]) => {
  const order = await (prepare?.() ?? world.pay());
  expect(await world.problems()).toEqual([]);
  await world.withoutTriggers(sql, sql.includes("$1") ? [order.id] : []);
  const problems = await world.problems();
  expect(problems).toContainEqual(expect.stringMatching(problem));
});

test("the check finds a UTR that counts twice, if the index were gone", async () => {
  await world.pay();
  await world.pay("other", ["ug", "cet", "Advanced"]);
  await world.asOwner("drop index utrs_count_once");
  await world.asOwner("update payments set utr = '412000000000'");
  expect(await world.problems()).toEqual(["UTR 412000000000 counts 2 times"]);
});

test("the sums are those of the rows", async () => {
  await world.pay();
  const { id } = await world.prove("other", ["ug", "cet", "Advanced"]);
  await admin("select take_over($1, 900000)", [id]);
  await admin("select refund_order($1, 100000, 'R')", [id]);
  expect(await world.asOwner("select * from private.sum_payments()")).toEqual([
    { orders: "2", steps: "7", receipts: "2", received_paise: "1400000", refunded_paise: "100000" },
  ]);
});

test("payments without a UTR are not taken for one", async () => {
  for (const who of ["student", "other"] as const) {
    const { id } = await world.make(who);
    await admin("select put_payment($1, method => 'cash', words => 'in the drawer')", [id]);
  }
  expect(await world.problems()).toEqual([]);
});
