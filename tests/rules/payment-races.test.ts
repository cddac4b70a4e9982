import { beforeEach, expect, test } from "vitest";
import { countOutcomes, type Request, type Student } from "./concurrency.ts";
import { asAdmin, count, setUpPaymentRaces, times, world } from "./payment-race-world.ts";
import { newUtr } from "./payments-world.ts";

setUpPaymentRaces();

const asStudent = (who: Student, text: string, ...values: unknown[]): Request => ({ who, text, values });

async function buyers(count: number): Promise<Student[]> {
  const students = await world.createStudents(count, "Basic");
  await world.owner.query("update user_plans set active = false where user_id = any ($1)", [
    students.map(({ id }) => id),
  ]);
  return students;
}

async function orderOf({ id }: Student): Promise<{ id: string; number: string; state: string }> {
  const { rows } = await world.owner.query(
    "select id, number, state from orders where user_id = $1 order by made_at desc, id limit 1",
    [id],
  );
  return rows[0];
}

async function ordersOf(students: readonly Student[]): Promise<Awaited<ReturnType<typeof orderOf>>[]> {
  const orders = [];
  for (const who of students) orders.push(await orderOf(who));
  return orders;
}

const make = (who: Student, name = "Medium") => asStudent(who, "select make_order('ug', 'cet', $1)", name);
const prove = (who: Student, order: string, utr = newUtr()) =>
  asStudent(who, "select send_proof($1, $2)", order, utr);

/** Creates students whose proof waits, and returns their orders. */
async function waiting(students: readonly Student[]): Promise<string[]> {
  expect(countOutcomes(await world.runAtOnce(students.map((who) => make(who))))).toEqual({
    done: students.length,
  });
  const orders = await ordersOf(students);
  const proofs = students.map((who, index) => prove(who, orders[index]?.id ?? ""));
  expect(countOutcomes(await world.runAtOnce(proofs))).toEqual({ done: students.length });
  return orders.map(({ id }) => id);
}

let student: Student;
beforeEach(async () => {
  [student] = (await buyers(1)) as [Student];
});

test("of fifty confirmations of one order, one takes effect", async () => {
  const [order] = await waiting([student]);
  const outcomes = await world.runAtOnce(times(50).map(() => asAdmin("select confirm_order($1)", order)));
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome.includes("is confirmed, so"))).toHaveLength(49);
  expect(await count("receipts where order_id = $1", [order])).toBe(1);
  expect(await count("user_plans where order_id = $1", [order])).toBe(1);
});

test("a UTR that fifty students send at once is for one of them", async () => {
  const students = await buyers(50);
  await world.runAtOnce(students.map((who) => make(who)));
  const orders = await ordersOf(students);
  const utr = newUtr();
  const outcomes = await world.runAtOnce(
    students.map((who, index) => prove(who, orders[index]?.id ?? "", utr)),
  );
  expect(countOutcomes(outcomes)).toEqual({
    done: 1,
    "This UTR has already been used. Please check it, or write to us.": 49,
  });
  expect(await count("payments where utr = $1", [utr])).toBe(1);
});

test("fifty different decisions about one order at once leave one of them", async () => {
  const [order] = await waiting([student]);
  const calls = [
    "select confirm_order($1)",
    "select take_short($1, 1)",
    "select take_over($1, 600000)",
    "select reject_order($1, 'not received')",
    "select cancel_order($1)",
  ];
  const outcomes = await world.runAtOnce(times(50).map((n) => asAdmin(calls[n % 5] ?? "", order)));
  expect(outcomes.filter((outcome) => outcome === "done").length).toBeGreaterThan(0);
  // A rejected order may still be cancelled; nothing else follows another decision.
  const steps = await count("order_steps where order_id = $1 and action not in ('make', 'send proof')", [
    order,
  ]);
  expect(steps).toBe(outcomes.filter((outcome) => outcome === "done").length);
  expect(await count("payments where order_id = $1 and state = 'counted'", [order])).toBeLessThanOrEqual(1);
});

test("twenty plans that a student chooses at once leave one open order", async () => {
  const outcomes = await world.runAtOnce(
    times(20).map((n) => make(student, n % 2 === 0 ? "Medium" : "Advanced")),
  );
  expect(countOutcomes(outcomes)).toEqual({ done: 20 });
  expect(await count("orders where user_id = $1 and state = 'made'", [student.id])).toBe(1);
});

async function expireOften(): Promise<void> {
  for (const _ of times(5)) await world.owner.query("select private.expire_orders()");
}

test("a proof and the end of its order meet: the proof counts, or the student reads that the order has expired", async () => {
  const students = await buyers(20);
  await world.runAtOnce(students.map((who) => make(who)));
  const orders = await ordersOf(students);
  const endAll = async () => {
    for (const { id } of orders) {
      await world.owner.query("update orders set valid_until = now() where id = $1", [id]);
      await world.owner.query("select private.expire_orders()");
    }
  };
  const [outcomes] = await Promise.all([
    world.runAtOnce(students.map((who, index) => prove(who, orders[index]?.id ?? ""))),
    endAll(),
  ]);
  for (const [index, outcome] of outcomes.entries())
    expect([outcome, (await orderOf(students[index] as Student)).state]).toEqual(
      outcome === "done"
        ? ["done", "proof sent"]
        : ["This order has expired. Please open it again at today's price.", "expired"],
    );
});

test("a confirmation and the job that expires orders meet: what is proved is confirmed", async () => {
  const students = await buyers(10);
  const orders = await waiting(students);
  await world.owner.query("update orders set valid_until = now() - interval '1 day' where id = any ($1)", [
    orders,
  ]);
  const [outcomes] = await Promise.all([
    world.runAtOnce(orders.map((order) => asAdmin("select confirm_order($1)", order))),
    expireOften(),
  ]);
  expect(countOutcomes(outcomes)).toEqual({ done: 10 });
});

test("a refund and the confirmation of an upgrade meet: the refund is before the upgrade, or waits for it", async () => {
  const seen = new Set<string>();
  for (const _ of times(8)) {
    const [who] = (await buyers(1)) as [Student];
    const [first] = await waiting([who]);
    await world.runAtOnce([asAdmin("select confirm_order($1)", first)]);
    await world.runAtOnce([make(who, "Advanced")]);
    const upgrade = (await orderOf(who)).id;
    await world.runAtOnce([prove(who, upgrade)]);
    const [refund, confirmation] = await world.runAtOnce([
      asAdmin("select refund_order($1, 500000, 'R')", first),
      asAdmin("select confirm_order($1)", upgrade),
    ]);
    seen.add(`${refund === "done"} ${confirmation === "done"}`);
    expect([refund, confirmation].filter((outcome) => outcome === "done")).toHaveLength(1);
    const active = await count("user_plans where user_id = $1 and active", [who.id]);
    expect(active).toBe(confirmation === "done" ? 1 : 0);
  }
  expect(seen.size).toBeGreaterThan(0);
});

test("two admins who confirm the same orders in opposite sequence do not deadlock", async () => {
  const orders = await waiting(await buyers(30));
  const outcomes = await world.runAtOnce(
    times(6).map((n) => asAdmin("select confirm_orders($1)", n % 2 === 0 ? orders : orders.toReversed())),
  );
  expect(countOutcomes(outcomes)).toEqual({ done: 6 });
  expect(await count("orders where id = any ($1) and state = 'confirmed'", [orders])).toBe(30);
  expect(await count("receipts where order_id = any ($1)", [orders])).toBe(30);
});

test("payments that two desks swap between students at once end with one of the two orders each", async () => {
  const students = await buyers(4);
  const [a, b] = students.slice(0, 2) as [Student, Student];
  const [one, two] = (await waiting([a, b])) as [string, string];
  const [c, d] = students.slice(2) as [Student, Student];
  await world.runAtOnce([make(c), make(d)]);
  const [three, four] = [(await orderOf(c)).id, (await orderOf(d)).id];
  const { rows } = await world.owner.query(
    "select id from payments where order_id = any ($1) order by order_id = $2",
    [[one, two], two],
  );
  const [first, second] = rows.map(({ id }) => id);
  const outcomes = await world.runAtOnce(
    [
      [first, three],
      [first, four],
      [second, three],
      [second, four],
      [first, two],
      [second, one],
    ].map((values) => asAdmin("select move_payment($1, $2)", ...values)),
  );
  expect(outcomes.filter((outcome) => /deadlock|40P01/.test(outcome))).toEqual([]);
  expect(await count("payments where id = any ($1) and state = 'claimed'", [[first, second]])).toBe(2);
});

test("a line of a statement that is confirmed thirty times at once counts once", async () => {
  await world.runAtOnce([make(student)]);
  const { id } = await orderOf(student);
  const { rows } = await world.owner.query(
    `with statement as (
       insert into statements (file_name, sha256, layout, added_by) values ('a', repeat('c', 64), 'x', 'me') returning id
     )
     insert into statement_lines (statement_id, line_number, day, amount_paise, utr, narration, fingerprint, state, order_id, how)
     select id, 1, current_date, 500000, $2, '', $2, 'certain', $1, 'reference' from statement returning id`,
    [id, newUtr()],
  );
  const outcomes = await world.runAtOnce(
    times(30).map((n) =>
      n % 3 === 2
        ? asAdmin("select confirm_order($1)", id)
        : asAdmin("select confirm_lines($1)", [rows[0]?.id]),
    ),
  );
  expect(outcomes.filter((outcome) => /deadlock|40P01/.test(outcome))).toEqual([]);
  expect(await count("receipts where order_id = $1", [id])).toBe(1);
  expect((await orderOf(student)).state).toBe("confirmed");
});

test("matching a line does not wait for a decision about its order, which may wait for the line", async () => {
  const [order] = await waiting([student]);
  await world.owner.query(
    `with statement as (
       insert into statements (file_name, sha256, layout, added_by) values ('b', repeat('f', 64), 'x', 'me') returning id
     )
     insert into statement_lines (statement_id, line_number, day, amount_paise, utr, narration, fingerprint)
     select statement.id, 1, current_date, 500000, utr, '', utr from statement, payments where order_id = $1`,
    [order],
  );
  const decision = asAdmin("select put_payment($1, method => 'cash', words => 'a mistake')", order);
  expect(await world.runDuring([decision], asAdmin("select match_lines()"))).toEqual({
    outcome: "done",
    waitedFor: null,
  });
});

test("attack: a student who names another's order neither locks it nor waits for it", async () => {
  const [order, [attacker]] = [(await waiting([student]))[0], (await buyers(1)) as [Student]];
  const decision = asAdmin("select put_payment($1, method => 'cash', words => 'again')", order);
  const refused = { outcome: "There is no such order.", waitedFor: null };
  for (const call of ["send_proof($1, '412345678909')", "cancel_order($1)", "reopen_order($1)"])
    expect(await world.runDuring([decision], asStudent(attacker, `select ${call}`, order))).toEqual(refused);
});

test("an account that is deleted while its order is confirmed waits, and the order stays in the books", async () => {
  const [order] = await waiting([student]);
  const put = asAdmin("select put_payment($1, method => 'cash', words => 'in the drawer')", order);
  const deletion = { operator: "delete from auth.users where id = $1", values: [student.id] };
  const confirmation = asAdmin("select confirm_order($1)", order);
  expect((await world.runDuring([put], deletion, [confirmation])).outcome).toBe("done");
  expect(await count("orders where id = $1 and state = 'confirmed' and user_id is null", [order])).toBe(1);
  expect(await count("receipts where order_id = $1", [order])).toBe(1);
});

test("attack: a plan is assigned with an order that is being refunded", async () => {
  const [order] = await waiting([student]);
  await world.runAtOnce([asAdmin("select confirm_order($1)", order)]);
  const { rows } = await world.owner.query("select number from orders where id = $1", [order]);
  const [{ number }] = rows;
  const refund = asAdmin("select refund_order($1, amount_paise, 'A') from orders where id = $1", order);
  const assign = asAdmin(
    "select assign_plan($1, 'ug', 'cet', 'Medium', order_number => $2)",
    student.id,
    number,
  );
  const { outcome, waitedFor } = await world.runDuring([refund], assign);
  expect(outcome).toBe(`${number} is not a confirmed order of this student for this plan.`);
  expect(waitedFor).not.toBeNull();
  expect(await count("user_plans where order_id = $1 and active", [order])).toBe(0);
});

test("a profile that is deleted while a plan is assigned by hand waits for it", async () => {
  const assign = asAdmin("select assign_plan($1, 'ug', 'cet', 'Medium')", student.id);
  const deletion = { operator: "delete from profiles where id = $1", values: [student.id] };
  expect((await world.runDuring([assign], deletion, [assign])).outcome).toBe("done");
});

test("thirty confirmations and the deletions of their accounts end without a deadlock", async () => {
  const students = await buyers(30);
  const orders = await waiting(students);
  const deleteAll = async () => {
    for (const { id } of students) await world.owner.query("delete from auth.users where id = $1", [id]);
  };
  const [outcomes] = await Promise.all([
    world.runAtOnce(orders.map((order) => asAdmin("select confirm_order($1)", order))),
    deleteAll(),
  ]);
  expect(
    outcomes.filter((one) => one !== "done" && one !== "The account of this student was deleted."),
  ).toEqual([]);
});
