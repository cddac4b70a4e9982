import { useQuery } from "@tanstack/react-query";
import { findPlan } from "../../../domain/plans.ts";
import type { PricedPlan } from "../../../domain/prices.ts";
import { tables } from "../../backend/tables.ts";

export interface Offer extends PricedPlan {
  readonly expiresAt: Date;
}

async function fetchOffers(): Promise<Offer[]> {
  const { data, error } = await tables()
    .from("plans")
    .select("plan_level, plan_exam, plan_name, price, expires_at")
    // "now" uses the database's clock: a phone's clock may be wrong.
    .gt("expires_at", "now");
  if (error) throw error;
  return data
    .flatMap(({ plan_level, plan_exam, plan_name, price, expires_at }) => {
      const plan = findPlan(plan_level, plan_exam, plan_name);
      return plan ? [{ ...plan, price, expiresAt: new Date(expires_at) }] : [];
    })
    .toSorted((a, b) => a.price - b.price);
}

/** The plans on sale, cheapest first. */
export function useOffers() {
  return useQuery({ queryKey: ["offers"], queryFn: fetchOffers });
}
