import { expect, test } from "vitest";
import type { Offer } from "./manage-offers.ts";
import { changesOf, clearUnavailableName, EMPTY_FORM, formOf, readForm } from "./plan-form.ts";

const offer: Offer = {
  id: "0b7c9a52-4a7e-4f0e-9c1b-1f2e3d4c5b6a",
  plan_level: "ug",
  plan_exam: "cet",
  plan_name: "Basic",
  price: 2000,
  expires_at: "2027-12-31T18:29:59+00:00",
};

const now = new Date("2026-11-21T06:00:00Z");

test("an unchanged offer keeps its expiry to the second", () => {
  const { id: _, ...rest } = offer;
  expect(formOf(offer).expiry).toBe("2027-12-31T23:59");
  expect(readForm(formOf(offer), now, offer)).toEqual(rest);
});

test("only changed values are sent", () => {
  expect(changesOf({ ...offer, price: 2500 }, offer)).toEqual({ price: 2500 });
  expect(changesOf({ ...offer, price: 2500, plan_name: "Medium" }, offer)).toEqual({
    price: 2500,
    plan_name: "Medium",
  });
  expect(changesOf(offer, offer)).toEqual({});
});

test.each([
  ["pg", "Medium", ""],
  ["pg", "Basic", "Basic"],
  ["ug", "Medium", "Medium"],
])("at level %s the chosen name %s becomes %j", (level, name, chosen) => {
  expect(clearUnavailableName({ ...EMPTY_FORM, level, name }).name).toBe(chosen);
});

test("a new expiry is read in Indian Standard Time", () => {
  const form = { ...formOf(offer), expiry: "2028-01-01T00:30" };
  expect(readForm(form, now, offer)).toMatchObject({ expires_at: "2027-12-31T19:00:00.000Z" });
});

test.each([
  ["0", 0],
  ["2000", 2000],
  ["2,000", 2000],
  ["₹2000", 2000],
  [" ₹ 10,500.50 ", 10_500.5],
  ["10 500", 10_500],
  ["10,00,000", 1_000_000],
  ["1,000,000.00", 1_000_000],
  ["1.5", 1.5],
])("%j is a price", (price, rupees) => {
  expect(readForm({ ...formOf(offer), price }, now)).toMatchObject({ price: rupees });
});

test.each(["-1", "ten", "0x10", "1e3", "1.239", "1.", ".5", "1,50", "20,00", "2,,000", "₹", "2000/-"])(
  "%j is not a price",
  (price) => {
    expect(readForm({ ...formOf(offer), price }, now)).toEqual({
      problem: "The price must be in rupees, such as 2,000 or 2000.50.",
    });
  },
);

test("an expired offer can be changed, but a new expiry must be in the future", () => {
  const ended = { ...offer, expires_at: "2026-11-20T18:29:59+00:00" };
  expect(readForm({ ...formOf(ended), price: "2500" }, now, ended)).toMatchObject({
    price: 2500,
    expires_at: ended.expires_at,
  });
  expect(readForm({ ...formOf(ended), expiry: "2026-11-21T11:30" }, now, ended)).toEqual({
    problem: "The expiry must be in the future.",
  });
  expect(readForm({ ...formOf(ended), expiry: "2026-11-21T11:31" }, now, ended)).toMatchObject({
    expires_at: "2026-11-21T06:01:00.000Z",
  });
});

test.each([
  [EMPTY_FORM, "All fields are required"],
  [{ ...formOf(offer), price: " " }, "All fields are required"],
  [{ ...formOf(offer), price: "1000000.01" }, "The price can be at most ₹10,00,000."],
  [{ ...formOf(offer), price: "99999999999999999999" }, "The price can be at most ₹10,00,000."],
  [{ ...formOf(offer), level: "pg", name: "Medium" }, "There is no Medium plan for PG."],
  [{ ...formOf(offer), expiry: "soon" }, "The expiry must be a date and a time."],
  [{ ...formOf(offer), expiry: "2026-11-21T11:30" }, "The expiry must be in the future."],
])("%j is refused", (form, problem) => {
  expect(readForm(form, now)).toEqual({ problem });
});
