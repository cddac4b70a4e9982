/**
 * Which plans there are, what they are called, and when one counts. What they cost and since when stands in the
 * database's tables `plans` and `user_plans`.
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

/** From the smallest to the largest. */
export function planNames(level: PlanLevel): readonly PlanName[] {
  return level === "ug" ? ["Basic", "Medium", "Advanced"] : ["Basic", "Advanced"];
}

/** Every plan that can be offered or assigned. */
export const PLANS: readonly Plan[] = PLAN_LEVELS.flatMap((level) =>
  PLAN_EXAMS.flatMap((exam) => planNames(level).map((name) => ({ level, exam, name }))),
);

/** How an admin says that a student has no plan any more. */
export const NO_PLAN = { level: "none", exam: "none", name: "None" } as const;

/** Everything an admin can choose for a student. */
export const ASSIGNABLE_PLANS: readonly (Plan | typeof NO_PLAN)[] = [NO_PLAN, ...PLANS];

/** The plan that a row or a form speaks of, or undefined if there is none like it. */
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

/** "UG / CET / Basic", and "None" for no plan. */
export function planLabel(plan: Plan | typeof NO_PLAN): string {
  if (plan.level === "none") return plan.name;
  return `${plan.level.toUpperCase()} / ${plan.exam.toUpperCase()} / ${plan.name}`;
}

/** "Basic (UG-CET)", as in the sidebar. */
export function shortPlanLabel({ level, exam, name }: Plan): string {
  return `${name} (${level.toUpperCase()}-${exam.toUpperCase()})`;
}

/** The part of a row of `user_plans` that says whether it counts. */
export interface PlanTerm {
  /** As assigned; it may stay true for up to a minute after the end. */
  readonly active: boolean;
  readonly expiresAt: Date;
}

/** In the second in which a plan ends it counts no more, whatever its row still says. */
export function isPlanActive({ active, expiresAt }: PlanTerm, now: Date): boolean {
  return active && expiresAt > now;
}

export type PlanStatus = "Active" | "Inactive" | "None";

/** Of the latest plan of a student, or of none. */
export function planStatus(latest: PlanTerm | undefined, now: Date): PlanStatus {
  if (latest === undefined) return "None";
  return isPlanActive(latest, now) ? "Active" : "Inactive";
}
