import { expect, test } from "vitest";
import type { Offer } from "./offers.ts";
import { EMPTY_FORM, formOf, readForm } from "./plan-form.ts";

const offer: Offer = {
  id: "0b7c9a52-4a7e-4f0e-9c1b-1f2e3d4c5b6a",
  plan_level: "ug",
  plan_exam: "cet",
  plan_name: "Basic",
  price: 2000,
  expires_at: "2027-12-31T18:29:59+00:00",
};

const now = new Date("2026-11-21T06:00:00Z");

test("an offer that was not touched is saved as it was, to the second", () => {
  const { id: _, ...rest } = offer;
  expect(formOf(offer).expiry).toBe("2027-12-31T23:59");
  expect(readForm(formOf(offer), now, offer)).toEqual(rest);
});

test("another expiry is a time in Karnataka", () => {
  const form = { ...formOf(offer), expiry: "2028-01-01T00:30" };
  expect(readForm(form, now, offer)).toMatchObject({ expires_at: "2027-12-31T19:00:00.000Z" });
});

test("an offer that has ended can be changed, its expiry to a time that is to come only", () => {
  const ended = { ...offer, expires_at: "2026-11-20T18:29:59+00:00" };
  expect(readForm({ ...formOf(ended), price: "2500" }, now, ended)).toMatchObject({
    price: 2500,
    expires_at: ended.expires_at,
  });
  expect(readForm({ ...formOf(ended), expiry: "2026-11-21T11:30" }, now, ended)).toEqual({
    problem: "The expiry has to be in the future.",
  });
  expect(readForm({ ...formOf(ended), expiry: "2026-11-21T11:31" }, now, ended)).toMatchObject({
    expires_at: "2026-11-21T06:01:00.000Z",
  });
});

test.each([
  [EMPTY_FORM, "All fields are required"],
  [{ ...formOf(offer), price: " " }, "All fields are required"],
  [{ ...formOf(offer), price: "-1" }, "The price has to be a number, zero or more."],
  [{ ...formOf(offer), price: "ten" }, "The price has to be a number, zero or more."],
  [{ ...formOf(offer), level: "pg", name: "Medium" }, "There is no Medium plan for PG."],
  [{ ...formOf(offer), expiry: "soon" }, "The expiry has to be a day and a time."],
  [{ ...formOf(offer), expiry: "2026-11-21T11:30" }, "The expiry has to be in the future."],
])("%j is not saved", (form, problem) => {
  expect(readForm(form, now)).toEqual({ problem });
});
