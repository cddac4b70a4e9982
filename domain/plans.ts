/**
 * Plans, their labels and their status. Prices are in the database table `plans`, assignments in `user_plans`.
 */

export type PlanLevel = "ug" | "pg";
export type PlanExam = "cet" | "neet";
export type PlanName = "Basic" | "Medium" | "Advanced";

export interface Plan {
  readonly level: PlanLevel;
  readonly exam: PlanExam;
  readonly name: PlanName;
}

export const PLAN_LEVELS: readonly PlanLevel[] = ["ug", "pg"];
export const PLAN_EXAMS: readonly PlanExam[] = ["cet", "neet"];

/** Returns the names from the smallest plan to the largest. */
export function planNames(level: PlanLevel): readonly PlanName[] {
  return level === "ug" ? ["Basic", "Medium", "Advanced"] : ["Basic", "Advanced"];
}

/** Every plan that can be offered or assigned. */
export const PLANS: readonly Plan[] = PLAN_LEVELS.flatMap((level) =>
  PLAN_EXAMS.flatMap((exam) => planNames(level).map((name) => ({ level, exam, name }))),
);

/** An admin assigns this to remove a student's plan. */
export const NO_PLAN = { level: "none", exam: "none", name: "None" } as const;

/** Everything an admin can choose for a student. */
export const ASSIGNABLE_PLANS: readonly (Plan | typeof NO_PLAN)[] = [NO_PLAN, ...PLANS];

/** "All of UG NEET": every plan of an exam. */
export function examLabel({ level, exam }: Pick<Plan, "level" | "exam">): string {
  return `All of ${level.toUpperCase()} ${exam.toUpperCase()}`;
}

/** Returns the plan in a row or a form, or undefined if no such plan exists. */
export function findPlan(
  level: string | null | undefined,
  exam: string | null | undefined,
  name: string | null | undefined,
): Plan | undefined {
  return PLANS.find((plan) => plan.level === level && plan.exam === exam && plan.name === name);
}

export function isSamePlan(one: Plan, other: Plan): boolean {
  return one.level === other.level && one.exam === other.exam && one.name === other.name;
}

/** "UG / CET / Basic", or "None" for no plan. */
export function planLabel(plan: Plan | typeof NO_PLAN): string {
  if (plan.level === "none") return plan.name;
  return `${plan.level.toUpperCase()} / ${plan.exam.toUpperCase()} / ${plan.name}`;
}

/** "Basic (UG-CET)", in the sidebar alone. */
export function sidebarPlanLabel({ level, exam, name }: Plan): string {
  return `${name} (${level.toUpperCase()}-${exam.toUpperCase()})`;
}

/** The columns of `user_plans` that decide whether the plan is active. */
export interface PlanTerm {
  /** The stored value. It may stay true for up to a minute after the expiry. */
  readonly active: boolean;
  readonly expiresAt: Date;
}

/** A plan is inactive from its expiry on, whatever its row says. */
export function isPlanActive({ active, expiresAt }: PlanTerm, now: Date): boolean {
  return active && expiresAt > now;
}

export type PlanStatus = "Active" | "Inactive" | "None";

/** Returns the status of a student, given the latest user plan if any. */
export function planStatus(latest: PlanTerm | undefined, now: Date): PlanStatus {
  if (latest === undefined) return "None";
  return isPlanActive(latest, now) ? "Active" : "Inactive";
}
