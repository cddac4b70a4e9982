import { useQuery } from "@tanstack/react-query";
import { examLabel, findPlan, PLANS, type Plan, type PlanName, planLabel } from "../../../../domain/plans.ts";
import { tables } from "../../../backend/tables.ts";

/** The value of the plan field for "All Plans"; otherwise it holds the plan's label. */
export const ALL_PLANS = "";
/** The value of the audience field for the holders of a plan; otherwise it holds a filter as JSON. */
export const NO_AUDIENCE = "";

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

/** Returns the labels of the plans that are offered, each exam first. */
export function usePlanLabels() {
  return useQuery({
    queryKey: ["mail-plans"],
    queryFn: fetchPlans,
    select: (plans) => [...new Set(plans.flatMap((plan) => [examLabel(plan), planLabel(plan)]))],
  });
}

interface PlanFilter extends Pick<Plan, "level" | "exam"> {
  /** Null for all plans of the exam. */
  readonly name: PlanName | null;
}

/** Returns undefined for "All Plans" only. Throws for an unknown label, which must never mail everybody. */
function parsePlanFilter(label: string): PlanFilter | undefined {
  if (label === ALL_PLANS) return undefined;
  const plan = PLANS.find((candidate) => planLabel(candidate) === label);
  if (plan) return plan;
  const ofExam = PLANS.find((candidate) => examLabel(candidate) === label);
  if (!ofExam) throw new Error("Unknown plan. Please choose one from the list.");
  return { level: ofExam.level, exam: ofExam.exam, name: null };
}

/** The part of a draft that says whom it is for. */
interface Chosen {
  readonly plan: string;
  readonly audience: string;
}

/** As the server's functions take it: the holders of a plan, or the students of a filter instead. */
export function recipientsOf({ plan, audience }: Chosen) {
  const nobody = { level: null, exam: null, name: null, audience: null };
  if (audience !== NO_AUDIENCE) return { ...nobody, audience: JSON.parse(audience) as object };
  return { ...nobody, ...parsePlanFilter(plan) };
}

async function countAudience(chosen: Chosen) {
  const { data, error } = await tables()
    .rpc("count_audience", recipientsOf(chosen) as never)
    .single();
  if (error) throw error;
  return data;
}

/** Counts the users who would get a mail now, and those who are left out. */
export function useAudience({ plan, audience }: Chosen) {
  return useQuery({
    queryKey: ["audience", plan, audience],
    queryFn: () => countAudience({ plan, audience }),
    staleTime: 0,
  });
}

async function listPreviewRecipients(chosen: Chosen) {
  const { data, error } = await tables().rpc("preview_recipients", recipientsOf(chosen) as never);
  if (error) throw error;
  return data;
}

/** The recipients for whom a preview fills the fields in, the longest names first. */
export function usePreviewRecipients({ plan, audience }: Chosen, enabled: boolean) {
  return useQuery({
    queryKey: ["preview-recipients", plan, audience],
    queryFn: () => listPreviewRecipients({ plan, audience }),
    enabled,
    staleTime: 0,
  });
}
