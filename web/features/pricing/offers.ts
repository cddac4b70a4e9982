import { useQuery } from "@tanstack/react-query";
import { findPlan } from "../../../domain/plans.ts";
import type { PricedPlan } from "../../../domain/prices.ts";
import { tables } from "../../backend/tables.ts";

async function fetchOffers(): Promise<PricedPlan[]> {
  const { data, error } = await tables().from("plans").select("plan_level, plan_exam, plan_name, price");
  if (error) throw error;
  return data
    .flatMap(({ plan_level, plan_exam, plan_name, price }) => {
      const plan = findPlan(plan_level, plan_exam, plan_name);
      return plan ? [{ ...plan, price }] : [];
    })
    .toSorted((one, other) => one.price - other.price);
}

/** What can be bought today, cheapest first. */
export function useOffers() {
  return useQuery({ queryKey: ["offers"], queryFn: fetchOffers });
}
