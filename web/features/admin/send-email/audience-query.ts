import { useQuery } from "@tanstack/react-query";
import { findPlan, PLANS, type Plan, planLabel } from "../../../../domain/plans.ts";
import { tables } from "../../../backend/tables.ts";

/** The value of the plan field for "All Plans"; otherwise it holds the plan's label. */
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

/** Returns the labels of the plans that are offered. */
export function usePlanLabels() {
  return useQuery({
    queryKey: ["mail-plans"],
    queryFn: fetchPlans,
    select: (plans) => plans.map(planLabel),
  });
}

/** Returns undefined for "All Plans" only. Throws for an unknown label, which must never mail everybody. */
export function parsePlanFilter(label: string): Plan | undefined {
  if (label === ALL_PLANS) return undefined;
  const plan = PLANS.find((candidate) => planLabel(candidate) === label);
  if (!plan) throw new Error("Unknown plan. Please choose one from the list.");
  return plan;
}

async function countAudience(label: string) {
  const { data, error } = await tables()
    .rpc("count_audience", { ...parsePlanFilter(label) })
    .single();
  if (error) throw error;
  return data;
}

/** Counts the users who would get a mail now, and those who turned email off. */
export function useAudience(label: string) {
  return useQuery({ queryKey: ["audience", label], queryFn: () => countAudience(label), staleTime: 0 });
}
