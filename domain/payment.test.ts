import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  messagingLink,
  type Payment,
  paymentReference,
  plainAmount,
  proofMessage,
  upiLink,
} from "./payment.ts";

const payment: Payment = {
  number: "MRG-4F7K-2",
  plan: { level: "ug", exam: "cet", name: "Medium" },
  amountPaise: 5_000_00,
};

test("a payment app gets the number of the order as letters and digits", () => {
  expect(paymentReference("MRG-4F7K-2")).toBe("MRG4F7K2");
});

test.each([
  [1, "0.01"],
  [10, "0.10"],
  [100, "1.00"],
  [2_999_90, "2999.90"],
  [10_00_000_00, "1000000.00"],
])("%d paise are the amount %s", (paise, amount) => {
  expect(plainAmount(paise)).toBe(amount);
});

describe("a UPI link", () => {
  test.each([
    ["maarga@okbank", "Maarga & Co", "pa=maarga@okbank&pn=Maarga%20%26%20Co"],
    ["a.b-c_1@ybl", "Maarga (School) 100%", "pa=a.b-c_1@ybl&pn=Maarga%20%28School%29%20100%25"],
    ["maarga@upi", "ಮಾರ್ಗ", "pa=maarga@upi&pn=%E0%B2%AE%E0%B2%BE%E0%B2%B0%E0%B3%8D%E0%B2%97"],
    ["maarga@upi", "O'Neil+Sons=?#/", "pa=maarga@upi&pn=O%27Neil%2BSons%3D%3F%23%2F"],
  ])("to %s of %s has the format that payment apps read", (id, name, payee) => {
    expect(upiLink({ id, name }, { ...payment, amountPaise: 2_999_90 })).toBe(
      `upi://pay?${payee}&am=2999.90&cu=INR&tn=MRG4F7K2%20UG%20CET%20Medium&tr=MRG4F7K2`,
    );
  });

  test("encodes every name completely", () => {
    const paise = fc.integer({ min: 1, max: 10_00_000_00 });
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), paise, (name, amountPaise) => {
        const link = upiLink({ id: "maarga@okbank", name }, { ...payment, amountPaise });
        const fields = Object.fromEntries(new URL(link).searchParams);
        expect(fields).toEqual({
          pa: "maarga@okbank",
          pn: name,
          am: (amountPaise / 100).toFixed(2),
          cu: "INR",
          tn: "MRG4F7K2 UG CET Medium",
          tr: "MRG4F7K2",
        });
        expect(link).toMatch(/^upi:\/\/pay\?[\w.~%@=&-]+$/);
      }),
    );
  });
});

const payer = { name: "ಆಶಾ Gowda", email: "asha@example.org", phone: "+91 90000 00001" };

test("the message names the order, the student, the plan, the amount and the e-mail address of the account", () => {
  expect(proofMessage(payer, { ...payment, amountPaise: 1_05_000_00 })).toBe(
    [
      "Hello Maarga, here is the screenshot of my payment.",
      "Order: MRG-4F7K-2",
      "Name: ಆಶಾ Gowda",
      "E-mail: asha@example.org",
      "Phone: +91 90000 00001",
      "Plan: UG / CET / Medium",
      "Amount: ₹1,05,000",
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
