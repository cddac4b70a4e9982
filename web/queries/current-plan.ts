import { useQuery } from "@tanstack/react-query";
import { findPlan, isPlanActive, type Plan } from "../../domain/plans.ts";
import { tables } from "../backend/tables.ts";
import { useUser } from "./user.ts";

export interface CurrentPlan extends Plan {
  readonly expiresAt: Date;
}

export const currentPlanKey = (userId: string) => ["current-plan", userId] as const;

/** Returns the active plan or null. The latest row decides. */
async function fetchCurrentPlan(userId: string): Promise<CurrentPlan | null> {
  const { data, error } = await tables()
    .from("user_plans")
    .select("plan_name, plan_level, plan_exam, active, expires_at")
    .eq("user_id", userId)
    .order("assigned_at", { ascending: false })
    .limit(1)
    .maybeSingle();
  if (error) throw error;
  const plan = findPlan(data?.plan_level, data?.plan_exam, data?.plan_name);
  if (!data || !plan) return null;
  const expiresAt = new Date(data.expires_at);
  return isPlanActive({ active: data.active, expiresAt }, new Date()) ? { ...plan, expiresAt } : null;
}

export function useCurrentPlan() {
  const { id } = useUser();
  return useQuery({ queryKey: currentPlanKey(id), queryFn: () => fetchCurrentPlan(id) });
}
