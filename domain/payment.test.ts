import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { messagingLink, type Payment, paymentReference, proofMessage, upiLink } from "./payment.ts";
import { PLANS } from "./plans.ts";

const STUDENT = "0b7c9a52-4a7e-4f0e-9c1b-1f2e3d4c5b6a";
const payment: Payment = {
  plan: { level: "ug", exam: "cet", name: "Medium" },
  amount: 5_000,
  reference: "UGCETM0B7C9A524A7E",
};

describe("a payment reference", () => {
  test("is short, and contains the plan and part of the user id", () => {
    expect(paymentReference(STUDENT, payment.plan)).toBe("UGCETM0B7C9A524A7E");
  });

  test("is valid for UPI, stable, and unique for each plan and student", () => {
    fc.assert(
      fc.property(fc.uuid({ version: 4 }), fc.uuid({ version: 4 }), (one, other) => {
        const references = [one, other].flatMap((user) => PLANS.map((plan) => paymentReference(user, plan)));
        for (const reference of references) expect(reference).toMatch(/^[A-Z0-9]{1,35}$/);
        expect(new Set(references).size).toBe(one.slice(0, 13) === other.slice(0, 13) ? 10 : 20);
      }),
    );
  });
});

describe("a UPI link", () => {
  test("has the format that payment apps read", () => {
    expect(upiLink({ id: "maarga@okbank", name: "Maarga & Co" }, { ...payment, amount: 2_999.9 })).toBe(
      "upi://pay?pa=maarga@okbank&pn=Maarga%20%26%20Co&am=2999.90&cu=INR&tn=Maarga%20UG%20CET%20Medium&tr=UGCETM0B7C9A524A7E",
    );
  });

  test("encodes every name completely", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 0, max: 100_000 }), (name, amount) => {
        const link = upiLink({ id: "maarga@okbank", name }, { ...payment, amount });
        const fields = Object.fromEntries(new URL(link).searchParams);
        expect(fields).toEqual({
          pa: "maarga@okbank",
          pn: name,
          am: `${amount}.00`,
          cu: "INR",
          tn: "Maarga UG CET Medium",
          tr: payment.reference,
        });
        expect(link).toMatch(/^[!-~]+$/);
        expect(link).not.toContain("+");
      }),
    );
  });
});

const payer = { name: "ಆಶಾ Gowda", email: "asha@example.org", phone: "+91 90000 00001" };

test("the message names the student, the plan, the amount and the e-mail address of the account", () => {
  expect(proofMessage(payer, { ...payment, amount: 1_05_000 })).toBe(
    [
      "Hello Maarga, here is the screenshot of my payment.",
      "Name: ಆಶಾ Gowda",
      "E-mail: asha@example.org",
      "Phone: +91 90000 00001",
      "Plan: UG / CET / Medium",
      "Amount: ₹1,05,000",
      "Reference: UGCETM0B7C9A524A7E",
    ].join("\n"),
  );
});

test("the message has no phone line without a phone number", () => {
  expect(proofMessage({ ...payer, phone: "" }, payment)).not.toContain("Phone");
});

test.each([
  ["+91 90000 00001", "919000000001"],
  ["90000-00001", "919000000001"],
  ["090000 00001", "919000000001"],
  ["0091 90000 00001", "919000000001"],
  ["+1 (555) 010-0000", "15550100000"],
])("a chat with %s is opened by a link to %s with the text", (phone, number) => {
  expect(messagingLink(phone, "Plan: A & B\n₹5 #1?")).toBe(
    `https://wa.me/${number}?text=Plan%3A%20A%20%26%20B%0A%E2%82%B95%20%231%3F`,
  );
});
