import { describe, expect, test } from "vitest";
import { newUtr, setUpPayments } from "./payments-world.ts";
import { people } from "./people.ts";
import { refusedWith } from "./rules-world.ts";

const world = setUpPayments();
const ADVANCED = ["ug", "cet", "Advanced"] as const;

const asAdmin = async <T extends Record<string, unknown>>(sql: string, values: unknown[]) =>
  (await world.as<T>("admin", sql, values)).rows;
const refusal = (sql: string, values: unknown[]) => world.refusal("admin", sql, values);
const activePlan = async (id: string) =>
  (await world.asOwner("select plan_name from user_plans where user_id = $1 and active", [id]))[0]?.plan_name;

describe("a refund", () => {
  test.each([
    ["end", undefined],
    ["keep", "Medium"],
    ["previous", undefined],
  ])("in full, with the plan: %s", async (then, plan) => {
    const { id } = await world.pay();
    const [row] = await asAdmin("select * from refund_order($1, 500000, 'UTR 9', plan_then => $2)", [
      id,
      then,
    ]);
    expect(row).toMatchObject({ refund_number: expect.stringMatching(/^RFD\/\d\d-\d\d\/00001$/) });
    expect(await world.order(id)).toMatchObject({ state: "refunded", refunded_paise: "500000" });
    expect(await activePlan(people.student.id)).toBe(plan);
    expect(await world.asOwner("select cancelled_at from receipts where order_id = $1", [id])).toEqual([
      { cancelled_at: null },
    ]);
    expect(await world.problems()).toEqual([]);
  });

  test("in parts, up to what was received", async () => {
    const { id } = await world.pay();
    await asAdmin("select refund_order($1, 1, 'A', plan_then => 'keep')", [id]);
    expect(await refusal("select refund_order($1, 500000, 'B')", [id])).toEqual(
      refusedWith("At most ₹4,999.99 can be refunded."),
    );
    await asAdmin("select refund_order($1, 499999, 'B')", [id]);
    expect(await world.order(id)).toMatchObject({ state: "refunded", refunded_paise: "500000" });
    expect(await world.problems()).toEqual([]);
  });

  test("of an upgrade goes back to the plan before", async () => {
    const { id } = await world.pay("other", ADVANCED);
    await asAdmin("select refund_order($1, 800000, 'A', plan_then => 'previous')", [id]);
    expect(await activePlan(people.other.id)).toBe("Basic");
    expect(await world.problems()).toEqual([]);
  });

  test("of a plan that was upgraded waits for that of the upgrade", async () => {
    const first = await world.pay();
    const upgrade = await world.pay("student", ADVANCED);
    expect(await refusal("select refund_order($1, 500000, 'A')", [first.id])).toEqual(
      refusedWith(`This plan was upgraded with ${upgrade.number}. Refund or undo that first.`),
    );
    await asAdmin("select refund_order($1, 500000, 'A', plan_then => 'previous')", [upgrade.id]);
    expect(await activePlan(people.student.id)).toBe("Medium");
    await asAdmin("select refund_order($1, 500000, 'B')", [first.id]);
    expect(await activePlan(people.student.id)).toBeUndefined();
    expect(await world.problems()).toEqual([]);
  });

  test("of an order that was paid short is the whole part, and cancels the rest", async () => {
    const { id } = await world.prove();
    const [short] = await asAdmin<{ rest_order_id: string }>("select * from take_short($1, 100000)", [id]);
    expect(await refusal("select refund_order($1, 99999, 'A')", [id])).toEqual(
      refusedWith("Refund the whole part payment of ₹1,000."),
    );
    await asAdmin("select refund_order($1, 100000, 'A')", [id]);
    expect((await world.order(short?.rest_order_id ?? "")).state).toBe("cancelled");
    expect(await world.problems()).toEqual([]);
  });

  test("of a part is the only way to cancel its rest: neither the student nor the desk can cancel that alone", async () => {
    const { id, number } = await world.prove();
    const [short] = await asAdmin<{ rest_order_id: string; rest_number: string }>(
      "select * from take_short($1, 100000)",
      [id],
    );
    const rest = [short?.rest_order_id];
    expect(await world.refusal("student", "select cancel_order($1)", rest)).toEqual(
      refusedWith(
        `A part of this plan is paid already. Please pay the rest with ${short?.rest_number}, or write to us.`,
      ),
    );
    expect(await refusal("select cancel_order($1)", rest)).toEqual(
      refusedWith(`A part of this plan is paid already. Refund ${number}, or undo its confirmation.`),
    );
    expect(await world.problems()).toEqual([]);
  });

  test.each(["1900-01-01", "-infinity"])("cannot have been made on %s, before the order", async (day) => {
    const { id } = await world.pay();
    expect(await refusal("select refund_order($1, 100, 'A', $2)", [id, day])).toEqual(
      refusedWith("The order was not made yet on this day."),
    );
  });

  test("of a part waits for the decision about a rest that was paid", async () => {
    const { id } = await world.prove();
    const [short] = await asAdmin<{ rest_order_id: string; rest_number: string }>(
      "select * from take_short($1, 100000)",
      [id],
    );
    const rest = short?.rest_order_id ?? "";
    await world.as("student", "select send_proof($1, $2)", [rest, newUtr()]);
    await asAdmin("select confirm_order($1)", [rest]);
    expect(await refusal("select refund_order($1, 100000, 'A')", [id])).toEqual(
      refusedWith(`The rest, ${short?.rest_number}, is confirmed. Decide on that first.`),
    );
    await asAdmin("select refund_order($1, 400000, 'A')", [rest]);
    await asAdmin("select refund_order($1, 100000, 'B')", [id]);
    expect(await world.problems()).toEqual([]);
  });

  test.each([
    ["without a reference", [1, " ", null, "end"], "Please enter the reference of the refund."],
    ["of nothing", [0, "A", null, "end"], "At most ₹5,000 can be refunded."],
    ["without an amount", [null, "A", null, "end"], "At most ₹5,000 can be refunded."],
    ["with an unknown end of the plan", [1, "A", null, "later"], "Choose what becomes of the plan."],
    ["in the future", [1, "A", "2999-01-01", "end"], "This day has not come yet."],
  ])("%s is refused", async (_what, [paise, reference, day, then], text) => {
    const { id } = await world.pay();
    expect(
      await refusal("select refund_order($1, $2, $3, $4, $5)", [id, paise, reference, day, then]),
    ).toEqual(refusedWith(text));
  });

  test("of an order without money is refused", async () => {
    const { id, number } = await world.prove();
    expect(await refusal("select refund_order($1, 1, 'A')", [id])).toEqual(
      refusedWith(`${number} is proof sent, so this is not possible.`),
    );
  });

  test("is possible when the account was deleted", async () => {
    const { id } = await world.pay();
    await world.asOwner("delete from auth.users where id = $1", [people.student.id]);
    await asAdmin("select refund_order($1, 500000, 'A')", [id]);
    expect(await world.order(id)).toMatchObject({ state: "refunded" });
    expect(await world.problems()).toEqual([]);
  });
});

describe("a confirmation that was a mistake", () => {
  test("is undone: its receipt stays as cancelled, and the next one has a new number", async () => {
    const { id } = await world.pay();
    await asAdmin("select undo_confirmation($1, 'wrong student')", [id]);
    expect(await world.order(id)).toMatchObject({ state: "proof sent", received_paise: "0" });
    expect(await activePlan(people.student.id)).toBeUndefined();
    await asAdmin("select confirm_order($1)", [id]);
    expect(
      await world.asOwner("select serial, cancel_reason from receipts where order_id = $1 order by serial", [
        id,
      ]),
    ).toEqual([
      { serial: 1, cancel_reason: "wrong student" },
      { serial: 2, cancel_reason: null },
    ]);
    expect(await world.problems()).toEqual([]);
  });

  test("of an upgrade goes back to the plan before", async () => {
    const { id } = await world.pay("other", ADVANCED);
    await asAdmin("select undo_confirmation($1, 'a test')", [id]);
    expect(await activePlan(people.other.id)).toBe("Basic");
    expect(await world.problems()).toEqual([]);
  });

  test("leaves a plan that was assigned by hand before the payment as it was", async () => {
    const { id } = await world.prove();
    await asAdmin("select assign_plan($1, 'ug', 'cet', 'Medium', 'gift')", [people.student.id]);
    await asAdmin("select confirm_order($1)", [id]);
    await asAdmin("select undo_confirmation($1, 'a test')", [id]);
    expect(
      await world.asOwner("select active, order_id, reason from user_plans where user_id = $1", [
        people.student.id,
      ]),
    ).toEqual([{ active: true, order_id: null, reason: "gift" }]);
    await asAdmin("select confirm_order($1)", [id]);
    await asAdmin("select refund_order($1, 500000, 'A', plan_then => 'end')", [id]);
    expect(await activePlan(people.student.id)).toBeUndefined();
    expect(await world.problems()).toEqual([]);
  });

  test("of a part cancels the rest", async () => {
    const { id } = await world.prove();
    const [short] = await asAdmin<{ rest_order_id: string }>("select * from take_short($1, 1)", [id]);
    await asAdmin("select undo_confirmation($1, 'a test')", [id]);
    expect((await world.order(short?.rest_order_id ?? "")).state).toBe("cancelled");
    await asAdmin("select confirm_order($1)", [id]);
    expect(await world.problems()).toEqual([]);
  });

  test("is not undone after a refund, without a reason, or beside another open order", async () => {
    const { id } = await world.pay();
    expect(await refusal("select undo_confirmation($1, ' ')", [id])).toEqual(refusedWith("Please say why."));
    const upgrade = await world.make("student", ADVANCED);
    expect(await refusal("select undo_confirmation($1, 'x')", [id])).toEqual(
      refusedWith(`The student has another open order, ${upgrade.number}. Cancel it first.`),
    );
    await world.as("student", "select cancel_order($1)", [upgrade.id]);
    await asAdmin("select refund_order($1, 1, 'A', plan_then => 'keep')", [id]);
    expect((await refusal("select undo_confirmation($1, 'x')", [id]))?.message).toMatch(/is refunded/);
  });
});

describe("a payment of another order", () => {
  test("is put there, and the order that it leaves can be paid again", async () => {
    const mine = await world.prove();
    const theirs = await world.make("other", ADVANCED);
    const [payment] = await world.asOwner("select id from payments where order_id = $1", [mine.id]);
    await asAdmin("select move_payment($1, $2, 'a sibling paid')", [payment?.id, theirs.id]);
    expect((await world.order(mine.id)).state).toBe("made");
    expect((await world.order(theirs.id)).state).toBe("proof sent");
    await asAdmin("select confirm_order($1)", [theirs.id]);
    expect(await activePlan(people.other.id)).toBe("Advanced");
    expect(await world.problems()).toEqual([]);
  });

  test("is not put to an order that has one, to itself, or beside another open order", async () => {
    const mine = await world.prove();
    const theirs = await world.prove("other", ADVANCED);
    const cancelled = await world.make("expired", ["pg", "neet", "Basic"]);
    const open = await world.make("expired", ["pg", "neet", "Advanced"]);
    const [payment] = await world.asOwner("select id from payments where order_id = $1", [mine.id]);
    const move = (to: string) => refusal("select move_payment($1, $2)", [payment?.id, to]);
    expect(await move(theirs.id)).toEqual(refusedWith(`${theirs.number} has a payment already.`));
    expect(await move(mine.id)).toEqual(refusedWith("Choose another order."));
    expect(await move(cancelled.id)).toEqual(
      refusedWith(`The student has another open order, ${open.number}. Cancel it first.`),
    );
    expect(await move(people.student.id)).toEqual(refusedWith("There is no such order."));
    expect(await world.problems()).toEqual([]);
  });

  test("that counts already stays where it is", async () => {
    const mine = await world.pay();
    const theirs = await world.make("other", ADVANCED);
    const [payment] = await world.asOwner("select id from payments where order_id = $1", [mine.id]);
    expect((await refusal("select move_payment($1, $2)", [payment?.id, theirs.id]))?.code).toBe("P0001");
  });
});
