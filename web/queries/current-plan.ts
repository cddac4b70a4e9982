import { useQuery } from "@tanstack/react-query";
import { findPlan, isPlanActive, type Plan } from "../../domain/plans.ts";
import type { Database } from "../backend/database.ts";
import { tables } from "../backend/tables.ts";
import { useUser } from "./user.ts";

export interface CurrentPlan extends Plan {
  readonly expiresAt: Date;
}

export type UserPlanRow = Pick<
  Database["public"]["Tables"]["user_plans"]["Row"],
  "plan_level" | "plan_exam" | "plan_name" | "active" | "expires_at"
>;

export const currentPlanKey = (userId: string) => ["current-plan", userId] as const;

/** Returns the active plan or null. The latest row decides. */
export async function fetchCurrentPlan(userId: string): Promise<CurrentPlan | null> {
  const { data, error } = await tables()
    .from("user_plans")
    .select("plan_name, plan_level, plan_exam, active, expires_at")
    .eq("user_id", userId)
    .order("assigned_at", { ascending: false })
    .limit(1)
    .maybeSingle();
  if (error) throw error;
  return toCurrentPlan(data);
}

export function toCurrentPlan(row: UserPlanRow | null): CurrentPlan | null {
  const plan = findPlan(row?.plan_level, row?.plan_exam, row?.plan_name);
  if (!row || !plan) return null;
  const expiresAt = new Date(row.expires_at);
  return isPlanActive({ active: row.active, expiresAt }, new Date()) ? { ...plan, expiresAt } : null;
}

export function useCurrentPlan() {
  const { id } = useUser();
  return useQuery({ queryKey: currentPlanKey(id), queryFn: () => fetchCurrentPlan(id) });
}
