import { useQuery } from "@tanstack/react-query";
import { findPlan } from "../../domain/plans.ts";
import type { PricedPlan } from "../../domain/prices.ts";
import type { Database } from "../backend/database.ts";
import { tables } from "../backend/tables.ts";

export interface Offer extends PricedPlan {
  readonly expiresAt: Date;
}

export type OfferRow = Pick<
  Database["public"]["Tables"]["plans"]["Row"],
  "plan_level" | "plan_exam" | "plan_name" | "price" | "expires_at"
>;

export const offersKey = ["offers"] as const;

export async function fetchOffers(): Promise<Offer[]> {
  const { data, error } = await tables()
    .from("plans")
    .select("plan_level, plan_exam, plan_name, price, expires_at")
    // "now" uses the database's clock: a phone's clock may be wrong.
    .gt("expires_at", "now");
  if (error) throw error;
  return toOffers(data);
}

export function toOffers(rows: readonly OfferRow[]): Offer[] {
  return rows
    .flatMap(({ plan_level, plan_exam, plan_name, price, expires_at }) => {
      const plan = findPlan(plan_level, plan_exam, plan_name);
      return plan ? [{ ...plan, price, expiresAt: new Date(expires_at) }] : [];
    })
    .toSorted((a, b) => a.price - b.price);
}

/** The plans on sale, cheapest first. */
export function useOffers() {
  return useQuery({ queryKey: offersKey, queryFn: fetchOffers });
}
