import { findDateTime, formatDateTime } from "../../../../domain/kolkata-time.ts";
import { formatRupees } from "../../../../domain/money.ts";
import { findPlan, planNames } from "../../../../domain/plans.ts";
import type { Offer, OfferWanted } from "./offers.ts";

/** As the inputs hold it. */
export interface PlanForm {
  readonly level: string;
  readonly exam: string;
  readonly name: string;
  readonly price: string;
  readonly expiry: string;
}

export const EMPTY_FORM: PlanForm = { level: "", exam: "", name: "", price: "", expiry: "" };

/** The browser's input for day and time writes a T between the two. */
export function formOf(offer: Offer): PlanForm {
  return {
    level: offer.plan_level,
    exam: offer.plan_exam,
    name: offer.plan_name,
    price: String(offer.price),
    expiry: formatDateTime(new Date(offer.expires_at)).replace(" ", "T"),
  };
}

export function namesFor(level: string): readonly string[] {
  return planNames(level === "pg" ? "pg" : "ug");
}

/** A name that the level does not have has to be chosen anew. */
export function withOfferedName(form: PlanForm): PlanForm {
  return namesFor(form.level).includes(form.name) ? form : { ...form, name: "" };
}

const MOST_RUPEES = 10_00_000;

/** A comma or a space only where thousands or lakhs end: what "1,50" means nobody can say for sure. */
const PRICE = /^₹?\s*(\d+|\d{1,2}(?:[, ]\d{2,3})*[, ]\d{3}|\d{3}(?:[, ]\d{3})+)(\.\d{1,2})?$/;

function findPrice(text: string): number | undefined {
  return PRICE.test(text.trim()) ? Number(text.replace(/[₹,\s]/g, "")) : undefined;
}

export type PlanProblem = { readonly problem: string };

/** What to save, or what is wrong. An expiry that was not touched keeps its seconds. */
export function readForm(form: PlanForm, now: Date, before?: Offer): OfferWanted | PlanProblem {
  if (Object.values(form).some((value) => value.trim() === "")) return { problem: "All fields are required" };
  const plan = findPlan(form.level, form.exam, form.name);
  if (!plan) return { problem: "There is no Medium plan for PG." };
  const price = findPrice(form.price);
  if (price === undefined) return { problem: "The price has to be in rupees, such as 2,000 or 2000.50." };
  if (price > MOST_RUPEES) return { problem: `The price can be ${formatRupees(MOST_RUPEES)} at most.` };
  const expiresAt = findDateTime(form.expiry);
  if (!expiresAt) return { problem: "The expiry has to be a day and a time." };
  const isUntouched = before && formOf(before).expiry === form.expiry;
  if (!isUntouched && expiresAt <= now) return { problem: "The expiry has to be in the future." };
  return {
    plan_level: plan.level,
    plan_exam: plan.exam,
    plan_name: plan.name,
    price,
    expires_at: isUntouched ? before.expires_at : expiresAt.toISOString(),
  };
}

/** Only what was touched is sent: the rest may have been changed by another admin meanwhile. */
export function changesOf(wanted: OfferWanted, before: Offer): Partial<OfferWanted> {
  const keys = Object.keys(wanted) as (keyof OfferWanted)[];
  return Object.fromEntries(
    keys.filter((key) => wanted[key] !== before[key]).map((key) => [key, wanted[key]]),
  );
}
