import { expect, test } from "vitest";
import {
  ASSIGNABLE_PLANS,
  findPlan,
  isPlanActive,
  isSamePlan,
  PLANS,
  planLabel,
  planStatus,
  sidebarPlanLabel,
} from "./plans.ts";

test("an admin can assign no plan or one of the ten plans", () => {
  expect(ASSIGNABLE_PLANS.map(({ level, exam, name }) => `${level}-${exam} ${name}`)).toEqual([
    "none-none None",
    "ug-cet Basic",
    "ug-cet Medium",
    "ug-cet Advanced",
    "ug-neet Basic",
    "ug-neet Medium",
    "ug-neet Advanced",
    "pg-cet Basic",
    "pg-cet Advanced",
    "pg-neet Basic",
    "pg-neet Advanced",
  ]);
});

test.each([
  ["ug", "neet", "Medium", { level: "ug", exam: "neet", name: "Medium" }],
  ["pg", "neet", "Medium", undefined],
  ["UG", "neet", "Medium", undefined],
  ["none", "none", "None", undefined],
  ["ug", "cet", "", undefined],
  ["ug", null, "Basic", undefined],
  [undefined, "cet", "Basic", undefined],
])("the level %s, the exam %s and the name %s are the plan %j", (level, exam, name, plan) => {
  expect(findPlan(level, exam, name)).toEqual(plan);
});

test("a plan is the same only as itself", () => {
  for (const one of PLANS) expect(PLANS.filter((other) => isSamePlan(one, { ...other }))).toEqual([one]);
});

test("a plan has a label, and a short one for the sidebar", () => {
  expect(ASSIGNABLE_PLANS.map(planLabel).slice(0, 3)).toEqual([
    "None",
    "UG / CET / Basic",
    "UG / CET / Medium",
  ]);
  expect(PLANS.map(sidebarPlanLabel).slice(-2)).toEqual(["Basic (PG-NEET)", "Advanced (PG-NEET)"]);
});

const now = new Date("2026-11-21T09:30:00.000Z");
const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);

test.each([
  [{ active: true, expiresAt: after }, true, "Active"],
  [{ active: true, expiresAt: now }, false, "Inactive"],
  [{ active: true, expiresAt: before }, false, "Inactive"],
  [{ active: false, expiresAt: after }, false, "Inactive"],
] as const)("a plan with %j is active: %s", (term, active, status) => {
  expect(isPlanActive(term, now)).toBe(active);
  expect(planStatus(term, now)).toBe(status);
});

test("a student who never had a plan has the status None", () => {
  expect(planStatus(undefined, now)).toBe("None");
});
