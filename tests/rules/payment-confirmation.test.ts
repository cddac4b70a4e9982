import { describe, expect, test } from "vitest";
import { MEDIUM, newUtr, setUpPayments } from "./payments-world.ts";
import { people } from "./people.ts";
import { refusedWith } from "./rules-world.ts";

const world = setUpPayments();
const STUDENT = people.student.id;

const asAdmin = async <T extends Record<string, unknown>>(sql: string, values: unknown[]) =>
  (await world.as<T>("admin", sql, values)).rows;
const confirm = (id: string) => asAdmin("select * from confirm_order($1)", [id]);
const refusal = (sql: string, values: unknown[]) => world.refusal("admin", sql, values);
const planOf = async (student = STUDENT) =>
  (
    await world.asOwner<{ plan_name: string; order_id: string | null }>(
      "select plan_name, order_id from user_plans where user_id = $1 and active",
      [student],
    )
  )[0];
const receiptsOf = (id: string) =>
  world.asOwner<{ serial: number; amount_paise: string; cancelled: boolean }>(
    "select serial, amount_paise, cancelled_at is not null as cancelled from receipts where order_id = $1 order by serial",
    [id],
  );

describe("a confirmation", () => {
  test("assigns the plan, makes the receipt, and queues the mail", async () => {
    const { id, number } = await world.prove();
    const [row] = await confirm(id);
    expect(row).toMatchObject({ receipt_number: expect.stringMatching(/^MRG\/\d\d-\d\d\/00001$/) });
    expect(await planOf()).toEqual({ plan_name: "Medium", order_id: id });
    expect(await receiptsOf(id)).toEqual([{ serial: 1, amount_paise: "500000", cancelled: false }]);
    expect(await world.order(id)).toMatchObject({ state: "confirmed", received_paise: "500000" });
    const [step] = await world.asOwner(
      "select * from order_steps where order_id = $1 order by id desc limit 1",
      [id],
    );
    expect(step).toMatchObject({
      action: "confirm",
      from_state: "proof sent",
      is_by_desk: true,
      actor: people.admin.id,
      actor_email: "admin@example.org",
      seen: { amount_paise: 500_000, utr: expect.stringMatching(/^\d{12}$/), warnings: [] },
    });
    expect(
      await world.asOwner("select count(*)::int as jobs from graphile_worker._private_jobs where key = $1", [
        `payment step ${step?.id}`,
      ]),
    ).toEqual([{ jobs: 1 }]);
    const [entry] = await world.asOwner("select action, details from audit_log order by id desc limit 1");
    expect(entry).toMatchObject({
      action: "payment confirmed",
      details: { order: number, received_paise: 500_000 },
    });
    expect(await world.problems()).toEqual([]);
  });

  test("takes effect once", async () => {
    const { id, number } = await world.pay();
    expect(await refusal("select * from confirm_order($1)", [id])).toEqual(
      refusedWith(`${number} is confirmed, so this is not possible.`),
    );
    expect(await receiptsOf(id)).toHaveLength(1);
  });

  test("is refused on a screen that shows an earlier state", async () => {
    const { id, last_step } = await world.make();
    await world.as("student", "select send_proof($1, $2)", [id, newUtr()]);
    expect(await refusal("select * from confirm_order($1, seen_step => $2)", [id, last_step])).toEqual(
      refusedWith("This order has changed since you opened it. Please look again."),
    );
  });

  test("needs a payment", async () => {
    const { id, number } = await world.make();
    expect(await refusal("select * from confirm_order($1)", [id])).toEqual(
      refusedWith(`${number} is made, so this is not possible.`),
    );
  });

  test("of an upgrade replaces the plan", async () => {
    const { id } = await world.prove("other", ["ug", "cet", "Advanced"]);
    await confirm(id);
    expect(await planOf(people.other.id)).toEqual({ plan_name: "Advanced", order_id: id });
    expect(await world.problems()).toEqual([]);
  });

  test("is refused when the plan has changed meanwhile", async () => {
    const { id } = await world.prove("other", ["ug", "cet", "Advanced"]);
    await world.as("admin", "select assign_plan($1, 'ug', 'cet', 'Medium')", [people.other.id]);
    expect(await refusal("select * from confirm_order($1)", [id])).toEqual(
      refusedWith(
        "The student's plan has changed: it is now UG / CET / Medium. Deactivate it, or cancel this order.",
      ),
    );
  });

  test("links a plan that was assigned by hand meanwhile", async () => {
    const { id } = await world.prove();
    await world.as("admin", "select assign_plan($1, 'ug', 'cet', 'Medium')", [STUDENT]);
    await confirm(id);
    expect(await planOf()).toEqual({ plan_name: "Medium", order_id: id });
    expect(await world.asOwner("select from user_plans where user_id = $1", [STUDENT])).toHaveLength(1);
    expect(await world.problems()).toEqual([]);
  });

  test("is refused when the plan has ended, and changes nothing", async () => {
    const { id } = await world.prove();
    await world.asOwner("update plans set expires_at = now()");
    expect(await refusal("select * from confirm_order($1)", [id])).toEqual(
      refusedWith("This plan has ended. Change its expiry first."),
    );
    expect(await receiptsOf(id)).toEqual([]);
    expect(await world.order(id)).toMatchObject({ state: "proof sent", received_paise: "0" });
  });

  test("is refused when the account was deleted", async () => {
    const { id } = await world.prove();
    await world.asOwner("delete from auth.users where id = $1", [STUDENT]);
    expect(await refusal("select * from confirm_order($1)", [id])).toEqual(
      refusedWith("The account of this student was deleted."),
    );
  });

  test("of several orders leaves out those that it cannot confirm", async () => {
    const one = await world.prove("student");
    const two = await world.make("planned", ["ug", "cet", "Advanced"]).catch(() => undefined);
    expect(two).toBeUndefined();
    const three = await world.prove("other", ["ug", "cet", "Advanced"]);
    const made = await world.make("expired", ["pg", "neet", "Basic"]);
    const rows = await asAdmin("select * from confirm_orders($1)", [[three.id, made.id, one.id, STUDENT]]);
    expect(rows).toMatchObject([
      { order_id: three.id, outcome: "confirmed", receipt_number: expect.stringMatching(/00001$/) },
      { order_id: made.id, outcome: "refused", message: `${made.number} is made, so this is not possible.` },
      { order_id: one.id, outcome: "confirmed", receipt_number: expect.stringMatching(/00002$/) },
      { order_id: STUDENT, outcome: "refused", message: "There is no such order.", number: null },
    ]);
    expect(await world.problems()).toEqual([]);
  });
});

describe("another amount", () => {
  test("short: the rest is an order of its own, and the plan follows with it", async () => {
    const { id } = await world.prove();
    const [short] = await asAdmin<{ rest_order_id: string; rest_number: string }>(
      "select * from take_short($1, 400000)",
      [id],
    );
    expect(await world.order(id)).toMatchObject({ state: "paid short", received_paise: "400000" });
    expect(await planOf()).toBeUndefined();
    const rest = await world.order(short?.rest_order_id ?? "");
    expect(rest).toMatchObject({
      amount_paise: "100000",
      rest_of: id,
      state: "made",
      number: short?.rest_number,
    });
    expect(await world.problems()).toEqual([]);
    expect(await world.refusal("student", "select make_order('ug', 'cet', 'Basic')")).toEqual(
      refusedWith(
        `A part of this plan is paid already. Please pay the rest with ${rest.number}, or write to us.`,
      ),
    );

    await world.as("student", "select send_proof($1, $2)", [rest.id, newUtr()]);
    await confirm(rest.id);
    expect(await planOf()).toEqual({ plan_name: "Medium", order_id: rest.id });
    expect(await receiptsOf(id)).toMatchObject([{ amount_paise: "400000" }]);
    expect(await receiptsOf(rest.id)).toMatchObject([{ amount_paise: "100000" }]);
    expect(await world.problems()).toEqual([]);
  });

  test("a rest that has expired is opened again with its amount", async () => {
    const { id } = await world.prove();
    const [short] = await asAdmin<{ rest_order_id: string }>("select * from take_short($1, 1)", [id]);
    const rest = short?.rest_order_id ?? "";
    await world.letExpire(rest);
    await world.asOwner("update plans set price = 1");
    await world.as("student", "select reopen_order($1)", [rest]);
    expect(await world.order(rest)).toMatchObject({ state: "made", amount_paise: "499999" });
    expect(await world.problems()).toEqual([]);
  });

  test.each([0, 500_000, 500_001, null])("%s paise are not short", async (paise) => {
    const { id } = await world.prove();
    expect(await refusal("select take_short($1, $2)", [id, paise])).toEqual(
      refusedWith("Enter less than ₹5,000, and more than nothing."),
    );
  });

  test("over: the plan is active, and the surplus waits for its refund", async () => {
    const { id } = await world.prove();
    await asAdmin("select * from take_over($1, 520000)", [id]);
    expect(await world.order(id)).toMatchObject({ state: "paid over", received_paise: "520000" });
    expect(await receiptsOf(id)).toMatchObject([{ amount_paise: "500000" }]);
    expect((await planOf())?.plan_name).toBe("Medium");
    expect(await world.problems()).toEqual([]);

    await asAdmin("select * from refund_order($1, 5000, 'R1')", [id]);
    expect(await world.order(id)).toMatchObject({ state: "paid over", refunded_paise: "5000" });
    await asAdmin("select * from refund_order($1, 15000, 'R2')", [id]);
    expect(await world.order(id)).toMatchObject({ state: "confirmed", refunded_paise: "20000" });
    expect((await planOf())?.plan_name).toBe("Medium");
    expect(await world.problems()).toEqual([]);
    await asAdmin("select * from refund_order($1, 500000, 'R3')", [id]);
    expect(await world.order(id)).toMatchObject({ state: "refunded" });
    expect(await planOf()).toBeUndefined();
    expect(await world.problems()).toEqual([]);
  });

  test.each([500_000, 1, null])("%s paise are not over", async (paise) => {
    const { id } = await world.prove();
    expect(await refusal("select take_over($1, $2)", [id, paise])).toEqual(
      refusedWith("Enter more than ₹5,000."),
    );
  });

  test("what the desk has noted as received has to agree", async () => {
    const { id } = await world.make();
    await asAdmin("select put_payment($1, $2, received_paise => 499900)", [id, newUtr()]);
    expect(await refusal("select * from confirm_order($1)", [id])).toEqual(
      refusedWith("The payment on record is ₹4,999. Take it as short or over."),
    );
    await asAdmin("select * from take_short($1, 499900)", [id]);
    expect(await world.problems()).toEqual([]);
  });
});

describe("a rejection", () => {
  test("frees the UTR, and the student may send another payment for two days", async () => {
    const utr = newUtr();
    const { id } = await world.prove("student", MEDIUM, utr);
    await world.letExpire(id);
    await asAdmin("select reject_order($1, 'not received')", [id]);
    expect(await world.order(id)).toMatchObject({ state: "rejected", reason: "not received" });
    await world.as("student", "select send_proof($1, $2)", [id, utr]);
    expect(await world.order(id)).toMatchObject({ state: "proof sent", reason: null });
    expect(await world.problems()).toEqual([]);
  });

  test.each([
    ["no reason", [null, null]],
    ["an unknown reason", ["mood", "x"]],
    ["another reason without words", ["other", " "]],
  ])("needs a reason: %s", async (_what, [reason, words]) => {
    const { id } = await world.prove();
    expect(await refusal("select reject_order($1, $2, $3)", [id, reason, words])).toEqual(
      refusedWith("Please say why."),
    );
  });
});
