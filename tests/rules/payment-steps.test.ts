import { describe, expect, test } from "vitest";
import { newUtr, type Order, setUpPayments } from "./payments-world.ts";
import { people } from "./people.ts";

const world = setUpPayments();

const asAdmin = (sql: string, values: unknown[]) => world.as("admin", sql, values);

/** Brings a new order of the student into each state by ordinary steps. */
const STATES: Record<string, () => Promise<Order>> = {
  made: () => world.make(),
  "proof sent": () => world.prove(),
  confirmed: () => world.pay(),
  rejected: after("select reject_order($1, 'not received')"),
  "paid short": after("select take_short($1, 400000)"),
  "paid over": after("select take_over($1, 600000)"),
  cancelled: after("select cancel_order($1)"),
  async refunded() {
    const order = await world.pay();
    await asAdmin("select refund_order($1, 500000, 'R')", [order.id]);
    return order;
  },
  async expired() {
    const order = await world.make();
    await world.letExpire(order.id);
    return order;
  },
};

function after(call: string): () => Promise<Order> {
  return async () => {
    const order = await world.prove();
    await asAdmin(call, [order.id]);
    return order;
  };
}

const MOVE_HERE =
  "select move_payment((select id from payments where order_id = $2 and state = 'claimed'), $1)";

/** Each step with the states in which it is allowed, and its takers. */
const STEPS: Record<string, { call: string; desk: string[]; student?: string[]; needsOther?: true }> = {
  reopen: { call: "select reopen_order($1)", desk: ["expired"], student: ["expired"] },
  "send proof": {
    call: "select send_proof($1, '412999999999')",
    desk: [],
    student: ["made", "rejected", "proof sent"],
  },
  "put payment": {
    call: "select put_payment($1, '412999999999')",
    desk: ["made", "rejected", "proof sent", "expired", "cancelled"],
  },
  confirm: { call: "select confirm_order($1)", desk: ["proof sent"] },
  "take over": { call: "select take_over($1, 600000)", desk: ["proof sent"] },
  "take short": { call: "select take_short($1, 1)", desk: ["proof sent"] },
  reject: { call: "select reject_order($1, 'not received')", desk: ["proof sent"] },
  cancel: {
    call: "select cancel_order($1)",
    desk: ["made", "rejected", "proof sent", "expired"],
    student: ["made", "rejected"],
  },
  refund: {
    call: "select refund_order($1, (select received_paise - refunded_paise from orders where id = $1), 'R')",
    desk: ["confirmed", "paid over", "paid short"], // nothing is left of one that is refunded in full
  },
  undo: { call: "select undo_confirmation($1, 'x')", desk: ["confirmed", "paid over", "paid short"] },
  "move here": { call: MOVE_HERE, desk: ["made", "rejected", "expired", "cancelled"], needsOther: true },
};

describe.each(Object.entries(STEPS))("the step %s", (_step, { call, desk, student = [], needsOther }) => {
  test.each(Object.keys(STATES))("from the state %s", async (state) => {
    const order = await STATES[state]?.();
    const id = order?.id ?? "";
    const values = needsOther ? [id, (await world.prove("other", ["ug", "cet", "Advanced"])).id] : [id];
    expect((await world.order(id)).state).toBe(state);
    for (const [who, states] of [
      ["student", student],
      ["admin", desk],
    ] as const) {
      await world.asOwner("savepoint before");
      const refusal = await world.refusal(who, call, values);
      expect([who, refusal === undefined]).toEqual([who, states.includes(state)]);
      if (refusal) expect(["P0001", "42501"]).toContain(refusal.code);
      expect(await world.problems()).toEqual([]);
      await world.asOwner("rollback to savepoint before");
    }
  });
});

test("a step that the table does not have cannot be stored by any function", async () => {
  const { id } = await world.make();
  await expect(
    world.asOwner("select private.take_step($1, 'confirm', 'confirmed', 'desk')", [id]),
  ).rejects.toThrow(/order_steps_are_allowed/);
});

test.each([
  "update order_steps set words = 'x'",
  "delete from order_steps",
  "truncate order_steps cascade",
  "update receipts set amount_paise = 1",
  "update receipts set snapshot = '{}'",
  "update receipts set number = 'X'",
  "delete from receipts",
  "update refunds set amount_paise = 2",
  "delete from refunds",
])("not even the owner can %s", async (sql) => {
  const { id } = await world.pay();
  await asAdmin("select refund_order($1, 1, 'R', plan_then => 'keep')", [id]);
  await world.asOwner("savepoint before");
  await expect(world.asOwner(sql)).rejects.toThrow(/append-only|never changed/);
  await world.asOwner("rollback to savepoint before");
});

test("a cancelled receipt stays cancelled", async () => {
  const { id } = await world.pay();
  await asAdmin("select undo_confirmation($1, 'x')", [id]);
  await expect(
    world.asOwner("update receipts set cancelled_at = null, cancel_reason = null where order_id = $1", [id]),
  ).rejects.toThrow("Receipts and refunds are never changed.");
});

describe("a proof", () => {
  test("is corrected by sending it again, and a repeated request changes nothing", async () => {
    const first = await world.prove();
    const utr = newUtr();
    await world.as("student", "select send_proof($1, $2)", [first.id, `UTR ${utr}`]);
    const steps = () => world.asOwner("select from order_steps where order_id = $1", [first.id]);
    expect(await steps()).toHaveLength(3);
    await world.as("student", "select send_proof($1, $2)", [first.id, utr]);
    expect(await steps()).toHaveLength(3);
    expect(
      await world.asOwner("select utr, state from payments where order_id = $1 order by state", [first.id]),
    ).toMatchObject([{ utr, state: "claimed" }, { state: "set aside" }]);
    expect(await world.problems()).toEqual([]);
  });

  test("is sent ten times a day", async () => {
    const { id } = await world.make();
    for (let index = 0; index < 10; index += 1)
      await world.as("student", "select send_proof($1, $2)", [id, newUtr()]);
    expect((await world.refusal("student", "select send_proof($1, $2)", [id, newUtr()]))?.message).toBe(
      "You have sent this too often today. Please write to us.",
    );
  });

  const NO_UTR = "Please enter the 12 digits of the UTR, or the reference of the bank transfer.";

  test.each(["", "4123456789", "UTR", "41234567890123"])("needs twelve digits: %j", async (utr) => {
    const { id } = await world.make();
    expect((await world.refusal("student", "select send_proof($1, $2)", [id, utr]))?.message).toBe(NO_UTR);
  });

  test("attack: a text that is longer than any message is not searched for a UTR", async () => {
    const { id } = await world.make();
    const utr = `UTR 412345678901 ${"x".repeat(1_000)}`;
    expect((await world.refusal("student", "select send_proof($1, $2)", [id, utr]))?.message).toBe(NO_UTR);
  });

  test("of a UTR that counts, waits, or was refunded is refused without saying by whom", async () => {
    const USED = "This UTR has already been used. Please check it, or write to us.";
    const paid = await world.pay("other", ["ug", "cet", "Advanced"]);
    const [{ utr }] = (await world.asOwner("select utr from payments where order_id = $1", [paid.id])) as [
      { utr: string },
    ];
    const { id, number } = await world.make();
    const send = () => world.refusal("student", "select send_proof($1, $2)", [id, utr]);
    expect((await send())?.message).toBe(USED);
    await asAdmin("select refund_order($1, 800000, 'R')", [paid.id]);
    expect((await send())?.message).toBe(USED);
    expect((await world.refusal("admin", "select put_payment($1, $2)", [id, utr]))?.message).toBe(
      `This UTR is on ${paid.number} already.`,
    );
    expect(await world.order(id)).toMatchObject({ state: "made", number });
  });

  test("has to be a file of the student that was stored", async () => {
    const { id } = await world.make();
    const NOT_FOUND = "This file was not found. Please choose it again.";
    const name = (student: string, n: number) => `${student}/170000000000${n}_paid.png`;
    const add = (file: string, version: string | null) =>
      world.withoutTriggers(
        "insert into storage.objects (bucket_id, name, version, metadata) values ('payment-proofs', $1, $2, $3)",
        [file, version, { sha256: "b".repeat(64) }],
      );
    await add(name(people.other.id, 1), "a1b2c3d4-0000-4000-8000-000000000001");
    await add(name(people.student.id, 2), null); // the scanner has removed it
    await add(name(people.student.id, 3), "a1b2c3d4-0000-4000-8000-000000000003");
    const send = (proof: string) =>
      world.refusal("student", "select send_proof($1, '412888888888', $2)", [id, proof]);
    for (const proof of [name(people.other.id, 1), name(people.student.id, 2), "x", ""])
      expect((await send(proof))?.message).toBe(NOT_FOUND);
    expect(await send(name(people.student.id, 3))).toBeUndefined();
    expect(await world.asOwner("select proof_sha256 from payments where order_id = $1", [id])).toEqual([
      { proof_sha256: "b".repeat(64) },
    ]);
  });
});

describe("a payment that an admin puts to an order", () => {
  test.each([
    [
      "by UPI without a UTR",
      { method: "upi" },
      "Please enter the 12 digits of the UTR, or the reference of the bank transfer.",
    ],
    ["in cash without words", { method: "cash" }, "Please say where the receipt is."],
    ["in an unknown way", { method: "gold" }, "Choose how the money came."],
    ["of nothing", { method: "bank", received: 0 }, "Enter more than nothing."],
    ["of a day to come", { method: "bank", day: "2999-01-01" }, "This day has not come yet."],
  ])(
    "%s is refused",
    async (_what, { method, received = null, day = null }: Record<string, unknown>, text) => {
      const { id } = await world.make();
      expect(
        (
          await world.refusal("admin", "select put_payment($1, null, $2, $3, $4)", [
            id,
            method,
            day,
            received,
          ])
        )?.message,
      ).toBe(text);
    },
  );

  test("may be cash, for an order that was replaced", async () => {
    const first = await world.make();
    const second = await world.make("student", ["ug", "cet", "Basic"]);
    const put = "select put_payment($1, method => 'cash', words => 'receipt book 7')";
    expect((await world.refusal("admin", put, [first.id]))?.message).toBe(
      `The student has another open order, ${second.number}. Cancel it first.`,
    );
    await asAdmin("select cancel_order($1)", [second.id]);
    await asAdmin(put, [first.id]);
    await asAdmin("select confirm_order($1)", [first.id]);
    expect(await world.problems()).toEqual([]);
  });
});
