import { expect, test } from "vitest";
import type { OrderState, OwnOrder } from "../../../queries/own-order.ts";
import { findOrderToPay, hasStatus } from "../order-to-pay.ts";
import { describeOrder, orderLine } from "./order-texts.ts";

const NOW = new Date("2026-11-24T05:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;

const orderIn = (state: OrderState, changes: Partial<OwnOrder> = {}): OwnOrder => ({
  id: "0b7c9a52-4a7e-4f0e-9c1b-1f2e3d4c5b6a",
  number: "MRG-4F7K-2",
  state,
  changedAt: NOW,
  validUntil: new Date("2026-12-01T05:00:00Z"),
  plan: { level: "ug", exam: "cet", name: "Medium" },
  isUpgrade: false,
  amountPaise: 5_000_00,
  receivedPaise: 0,
  restOf: null,
  reason: null,
  words: null,
  payment: null,
  receipt: null,
  refund: null,
  ...changes,
});

const refund = {
  number: "RFD/26-27/00001",
  amountPaise: 5_000_00,
  reference: "N326123",
  day: "2026-11-24",
  planThen: "end",
};

test.each([
  ["made", {}, "waits for the payment", ["until Tue 1 Dec 2026, 10:30 AM"]],
  ["made", { restOf: "MRG-8K2M-7", amountPaise: 200_00 }, "₹200 is still due", ["MRG-8K2M-7"]],
  ["proof sent", { payment: { utr: "633012345678", hasProof: false } }, "checking", ["UTR 633012345678"]],
  [
    "proof sent",
    { payment: { utr: "633012345678", hasProof: true } },
    "checking",
    ["UTR 633012345678", "We have your screenshot too."],
  ],
  [
    "proof sent",
    { payment: { utr: null, hasProof: true } },
    "checking",
    ["your payment", "next working day"],
  ],
  ["confirmed", {}, "confirmed", ["Your plan is active"]],
  ["paid over", { receivedPaise: 5_100_50 }, "confirmed", ["₹100.50 too much"]],
  ["paid short", { receivedPaise: 4_800_00 }, "missing", ["₹4,800 of ₹5,000"]],
  ["rejected", { reason: "wrong utr", words: "Look again." }, "not confirm", ["not the UTR", "Look again."]],
  [
    "rejected",
    { reason: "other", words: "Please call." },
    "not confirm",
    ["Please call.", "until Tue 1 Dec"],
  ],
  ["expired", {}, "expired", ["at today's price", "If you have paid already"]],
  ["refunded", { refund }, "refunded", ["₹5,000", "N326123", "Your plan has ended."]],
  ["cancelled", { words: "As you asked." }, "cancelled", ["As you asked."]],
] as const)("an order that is %s (%o) says so, and what comes next", (state, changes, title, parts) => {
  const described = describeOrder(orderIn(state, changes));
  expect(described.title).toContain(title);
  for (const part of parts) expect(described.lines.join("\n")).toContain(part);
  expect(described.lines.every((line) => line.length > 10)).toBe(true);
});

test("every state has a text without gaps, even if nothing else is known", () => {
  const states: OrderState[] = [
    "made",
    "proof sent",
    "confirmed",
    "rejected",
    "expired",
    "paid short",
    "paid over",
    "refunded",
    "cancelled",
  ];
  for (const state of states) {
    const { title, lines } = describeOrder(orderIn(state));
    expect(`${title} ${lines.join(" ")}`).not.toMatch(/undefined|null|NaN| {2}/);
  }
  expect(orderLine(orderIn("made"))).toBe("MRG-4F7K-2: UG / CET / Medium, ₹5,000");
});

test("only an order that is made or rejected can be paid", () => {
  expect(findOrderToPay(orderIn("made"))).toBeDefined();
  expect(findOrderToPay(orderIn("rejected"))).toBeDefined();
  for (const state of ["proof sent", "confirmed", "expired", "paid short", "cancelled"] as const)
    expect(findOrderToPay(orderIn(state))).toBeUndefined();
  expect(findOrderToPay(null)).toBeUndefined();
});

test.each([
  ["made", {}, 60, true],
  ["proof sent", {}, 60, true],
  ["confirmed", {}, 13, true],
  ["confirmed", {}, 14, false],
  ["expired", {}, 14, false],
  ["refunded", {}, 14, false],
  ["paid short", {}, 60, true],
  ["cancelled", {}, 0, false],
  ["cancelled", { words: "As you asked." }, 13, true],
  ["cancelled", { words: "As you asked." }, 14, false],
] as const)("an order that is %s (%o) since %i days is shown: %s", (state, changes, days, isShown) => {
  expect(hasStatus(orderIn(state, changes), new Date(+NOW + days * DAY_MS))).toBe(isShown);
});
