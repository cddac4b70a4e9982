import { MAX_SLOTS_PER_DAY } from "./booking.ts";
import { formatRupees } from "./money.ts";
import { isSamePlan, type Plan, type PlanLevel, type PlanName } from "./plans.ts";
import { slotMinutes } from "./slots.ts";

/** A plan with its price. Screens read prices from the database, where admins change them. */
export interface PricedPlan extends Plan {
  /** In rupees. */
  readonly price: number;
}

/** The initial rows of the table `plans`. Not for screens. */
export const PRICE_TABLE: readonly PricedPlan[] = [
  { level: "ug", exam: "cet", name: "Basic", price: 2_000 },
  { level: "ug", exam: "cet", name: "Medium", price: 5_000 },
  { level: "ug", exam: "cet", name: "Advanced", price: 10_000 },
  { level: "ug", exam: "neet", name: "Basic", price: 2_200 },
  { level: "ug", exam: "neet", name: "Medium", price: 5_200 },
  { level: "ug", exam: "neet", name: "Advanced", price: 10_200 },
  { level: "pg", exam: "cet", name: "Basic", price: 10_000 },
  { level: "pg", exam: "cet", name: "Advanced", price: 20_000 },
  { level: "pg", exam: "neet", name: "Basic", price: 10_500 },
  { level: "pg", exam: "neet", name: "Advanced", price: 20_500 },
];

/** Catches a price with a digit too many. The database has the same limit. */
export const MAX_PRICE_RUPEES = 10_00_000;

/** Returns why an offer cannot have this price, as the admin reads it, or undefined if it can. */
export function findPriceRefusal(price: number): string | undefined {
  if (price <= MAX_PRICE_RUPEES) return undefined;
  return `The price can be at most ${formatRupees(MAX_PRICE_RUPEES)}.`;
}

const BASIC_BENEFITS = [
  "Application fill-up guide",
  "All notifications till seat allotment",
  "Document checklist",
] as const;
const VERIFICATION = "Document verification";
const MENTOR = "Mentor guidance until seat allotment, by phone or online calls through slot booking";

const slotBooking = (name: PlanName) =>
  `Slot booking: slots of ${slotMinutes(name)} minutes, up to ${MAX_SLOTS_PER_DAY} a day`;

/** Returns all benefits of a plan, including those of the smaller plans. */
export function benefitsOf({ level, name }: Pick<Plan, "level" | "name">): readonly string[] {
  const hasVerification = name !== "Basic" || level === "pg";
  return [
    ...BASIC_BENEFITS,
    ...(hasVerification ? [VERIFICATION] : []),
    slotBooking(name),
    ...(name === "Advanced" ? [MENTOR] : []),
  ];
}

export function recommendedPlan(level: PlanLevel): PlanName {
  return level === "ug" ? "Medium" : "Advanced";
}

/** Returns undefined if the plan is no longer offered; the price of an upgrade from it is then unknown. */
export function findPrice(plan: Plan, offers: readonly PricedPlan[]): number | undefined {
  return offers.find((offer) => isSamePlan(offer, plan))?.price;
}

/** Returns the more expensive offers for the same level and exam, cheapest first. Downgrades are not possible. */
export function findUpgrades<Offer extends PricedPlan>(
  current: PricedPlan,
  offers: readonly Offer[],
): Offer[] {
  return offers
    .filter(
      ({ level, exam, price }) => level === current.level && exam === current.exam && price > current.price,
    )
    .toSorted((one, other) => one.price - other.price);
}

export function isHighestPlan(current: PricedPlan, offers: readonly PricedPlan[]): boolean {
  return findUpgrades(current, offers).length === 0;
}

/** Returns the price in rupees, rounded to the paisa and never negative. */
export function upgradePrice(current: { price: number }, target: { price: number }): number {
  return Math.max(0, Math.round((target.price - current.price) * 100) / 100);
}
