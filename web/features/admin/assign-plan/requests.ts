import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { NO_PLAN, Plan } from "../../../../domain/plans.ts";
import { tables } from "../../../backend/tables.ts";
import { studentKey, studentsKey } from "../../../queries/list-students.ts";
import type { paymentArgs } from "./payment-for-plan.ts";

interface Assignment {
  readonly student: string;
  readonly plan: Plan | typeof NO_PLAN;
  readonly payment: ReturnType<typeof paymentArgs>;
  /** Identifies the request: a repeated one assigns no second plan. */
  readonly attempt: string;
}

/** Replaces the active plan in one transaction. */
async function assignPlan({ student, plan, payment, attempt }: Assignment): Promise<void> {
  const { error } = await tables()
    .rpc("assign_plan", { student, ...plan, ...payment })
    .setHeader("Idempotency-Key", `${attempt}:${Object.values(plan).join("-")}`);
  if (error) throw error;
}

export function useAssignPlan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: assignPlan,
    onSettled: () => reloadStudents(queryClient),
  });
}

async function deactivatePlan(student: string): Promise<void> {
  const { error } = await tables()
    .from("user_plans")
    .update({ active: false })
    .eq("user_id", student)
    .eq("active", true);
  if (error) throw error;
}

export function useDeactivatePlan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deactivatePlan,
    onSettled: () => reloadStudents(queryClient),
  });
}

/** The dialogs are opened from the list and from the page of a student. */
function reloadStudents(client: QueryClient): Promise<unknown> {
  return Promise.all([studentsKey, studentKey].map((queryKey) => client.invalidateQueries({ queryKey })));
}
