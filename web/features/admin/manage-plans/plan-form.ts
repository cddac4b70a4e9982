import { findDateTime, formatDateTime } from "../../../../domain/kolkata-time.ts";
import { findPlan, planNames } from "../../../../domain/plans.ts";
import { findPriceRefusal } from "../../../../domain/prices.ts";
import type { Offer, OfferValues } from "./manage-offers.ts";

/** The values of the form's inputs. */
export interface PlanForm {
  readonly level: string;
  readonly exam: string;
  readonly name: string;
  readonly price: string;
  readonly expiry: string;
}

export const EMPTY_FORM: PlanForm = { level: "", exam: "", name: "", price: "", expiry: "" };

/** Returns the values that edit the offer. A datetime-local input expects a T between date and time. */
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

/** Clears a name that the level does not have. */
export function clearUnavailableName(form: PlanForm): PlanForm {
  return namesFor(form.level).includes(form.name) ? form : { ...form, name: "" };
}

/** Separators are allowed only after thousands or lakhs, because "1,50" is ambiguous. */
const PRICE_PATTERN = /^₹?\s*(\d+|\d{1,2}(?:[, ]\d{2,3})*[, ]\d{3}|\d{3}(?:[, ]\d{3})+)(\.\d{1,2})?$/;

function parsePrice(text: string): number | undefined {
  return PRICE_PATTERN.test(text.trim()) ? Number(text.replace(/[₹,\s]/g, "")) : undefined;
}

export type PlanProblem = { readonly problem: string };

/** Returns the values to save or the problem with them. An unchanged expiry keeps its seconds. */
export function readForm(form: PlanForm, now: Date, before?: Offer): OfferValues | PlanProblem {
  if (Object.values(form).some((value) => value.trim() === "")) return { problem: "All fields are required" };
  const plan = findPlan(form.level, form.exam, form.name);
  if (!plan) return { problem: "There is no Medium plan for PG." };
  const price = parsePrice(form.price);
  if (price === undefined) return { problem: "The price must be in rupees, such as 2,000 or 2000.50." };
  const refusal = findPriceRefusal(price);
  if (refusal) return { problem: refusal };
  const expiresAt = findDateTime(form.expiry);
  if (!expiresAt) return { problem: "The expiry must be a date and a time." };
  const isUnchanged = before && formOf(before).expiry === form.expiry;
  if (!isUnchanged && expiresAt <= now) return { problem: "The expiry must be in the future." };
  return {
    plan_level: plan.level,
    plan_exam: plan.exam,
    plan_name: plan.name,
    price,
    expires_at: isUnchanged ? before.expires_at : expiresAt.toISOString(),
  };
}

/** Only changed values are sent: another admin may have changed the others in the meantime. */
export function changesOf(values: OfferValues, before: Offer): Partial<OfferValues> {
  const keys = Object.keys(values) as (keyof OfferValues)[];
  return Object.fromEntries(
    keys.filter((key) => values[key] !== before[key]).map((key) => [key, values[key]]),
  );
}
