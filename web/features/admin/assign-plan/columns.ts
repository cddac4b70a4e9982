import { formatDateTime } from "../../../../domain/kolkata-time.ts";
import { findPlan, planLabel } from "../../../../domain/plans.ts";
import type { ListedStudent } from "../../../queries/list-students.ts";

export interface Column {
  readonly id: string;
  readonly title: string;
  /** The database's sort key, for columns that can be sorted. */
  readonly sort?: string;
  readonly text: (student: ListedStudent) => string;
}

export const COLUMNS: readonly Column[] = [
  {
    id: "name",
    title: "Name",
    sort: "name",
    text: ({ first_name, last_name }) => `${first_name} ${last_name}`.trim(),
  },
  { id: "email", title: "Email", sort: "email", text: ({ email }) => email ?? "" },
  {
    id: "plan",
    title: "Plan",
    text: ({ plan_level, plan_exam, plan_name }) => {
      const plan = findPlan(plan_level, plan_exam, plan_name);
      return plan ? planLabel(plan) : "";
    },
  },
  { id: "status", title: "Status", text: ({ plan_status }) => plan_status },
  { id: "phone", title: "Phone", text: ({ phone }) => phone },
  {
    id: "joined",
    title: "Joined",
    sort: "created_at",
    text: ({ created_at }) => formatDateTime(new Date(created_at)),
  },
];
