import { useQuery } from "@tanstack/react-query";
import { findPlan, PLANS, type Plan, planLabel } from "../../../../domain/plans.ts";
import { tables } from "../../../backend/tables.ts";

/** A plan as the choice holds it; the empty one stands for all. */
export const ALL_PLANS = "";

async function fetchPlans(): Promise<Plan[]> {
  const { data, error } = await tables()
    .from("plans")
    .select("plan_level, plan_exam, plan_name")
    .order("plan_level", { ascending: false })
    .order("plan_exam")
    .order("price");
  if (error) throw error;
  return data.flatMap((row) => findPlan(row.plan_level, row.plan_exam, row.plan_name) ?? []);
}

/** The plans on offer, by their labels. */
export function usePlanLabels() {
  return useQuery({
    queryKey: ["mail-plans"],
    queryFn: fetchPlans,
    select: (plans) => plans.map(planLabel),
  });
}

/** Whose holders are meant; undefined for everybody with a plan, and for nothing else. */
export function findFilter(label: string): Plan | undefined {
  if (label === ALL_PLANS) return undefined;
  const plan = PLANS.find((one) => planLabel(one) === label);
  if (!plan) throw new Error("This plan is not known. Please choose one of the list.");
  return plan;
}

async function countAudience(label: string) {
  const { data, error } = await tables()
    .rpc("count_audience", { ...findFilter(label) })
    .single();
  if (error) throw error;
  return data;
}

/** How many would get a mail at this moment, and how many turned e-mail off. */
export function useAudience(label: string) {
  return useQuery({ queryKey: ["audience", label], queryFn: () => countAudience(label), staleTime: 0 });
}
