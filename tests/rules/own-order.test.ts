import { describe, expect, test } from "vitest";
import { everyone } from "./access.ts";
import { MEDIUM, newUtr, setUpPayments } from "./payments-world.ts";
import type { Who } from "./people.ts";

const world = setUpPayments();

interface OwnOrder {
  readonly id: string;
  readonly number: string;
  readonly state: string;
  readonly rest_of: string | null;
  readonly payment: { readonly utr: string | null; readonly has_proof: boolean } | null;
  readonly receipt: string | null;
  readonly refund: object | null;
}

async function ownOrder(who: Who = "student"): Promise<OwnOrder | null> {
  const { rows } = await world.as<{ own: OwnOrder | null }>(who, "select own_order() as own");
  return rows[0]?.own ?? null;
}

describe("the order of a student", () => {
  test.each(everyone.map((who) => [who]))("is not shown to %s", async (who) => {
    await world.prove("student");
    if (who === "student") return expect(await ownOrder(who)).toMatchObject({ state: "proof sent" });
    const refusal = await world.refusal(who, "select own_order()");
    if (refusal) expect(refusal).toMatchObject({ code: "42501" });
    else expect(await ownOrder(who)).toBeNull();
  });

  test("is a part of the overview", async () => {
    const { number } = await world.make();
    const { rows } = await world.as("student", "select own_overview() -> 'order' as shown");
    expect(rows[0]?.shown).toEqual(await ownOrder());
    expect(await ownOrder()).toMatchObject({
      number,
      state: "made",
      payment: null,
      receipt: null,
      refund: null,
    });
  });

  test("has its UTR while it is checked, and after it was rejected", async () => {
    const utr = newUtr();
    const { id } = await world.prove("student", MEDIUM, utr);
    expect(await ownOrder()).toMatchObject({ payment: { utr, has_proof: false } });
    await world.as("admin", "select reject_order($1, 'wrong utr', 'Look again.')", [id]);
    expect(await ownOrder()).toMatchObject({
      state: "rejected",
      reason: "wrong utr",
      words: "Look again.",
      payment: { utr },
    });
  });

  test("has its receipt once it is confirmed, and its refund", async () => {
    const { id } = await world.pay();
    expect(await ownOrder()).toMatchObject({
      id,
      state: "confirmed",
      received_paise: 5_000_00,
      receipt: expect.stringMatching(/^MRG\/\d\d-\d\d\/\d{5}$/),
    });
    await world.as("admin", "select refund_order($1, 500000, 'N326123')", [id]);
    expect(await ownOrder()).toMatchObject({
      state: "refunded",
      refund: { amount_paise: 5_000_00, reference: "N326123", plan_then: "end" },
    });
  });

  test("is expired by the clock", async () => {
    const { id } = await world.make();
    await world.letExpire(id);
    expect(await ownOrder()).toMatchObject({ id, state: "expired" });
  });

  test("is the open one, or else the last: the rest of a short payment comes before it, and an upgrade after a plan", async () => {
    const { id, number } = await world.prove();
    await world.as("admin", "select take_short($1, 400000)", [id]);
    expect(await ownOrder()).toMatchObject({ state: "made", rest_of: number, amount_paise: 1_000_00 });

    await world.pay("other", ["ug", "cet", "Medium"]);
    const { id: upgrade } = await world.make("other", ["ug", "cet", "Advanced"]);
    expect(await ownOrder("other")).toMatchObject({ id: upgrade, upgrades_from: "Medium" });
  });
});
