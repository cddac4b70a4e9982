import { useState } from "react";
import { formatInstant } from "../../../domain/kolkata-time.ts";
import { findPlan, planLabel } from "../../../domain/plans.ts";
import type { ListedStudent } from "../../queries/list-students.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { AssignDialog } from "./assign-plan/assign-dialog.tsx";
import { DeactivateDialog } from "./assign-plan/deactivate-dialog.tsx";
import { DeadlineDialog } from "./assign-plan/deadline-dialog.tsx";
import { Nothing, Section } from "./student/section.tsx";
import type { HeldPlan, SeenStudent } from "./student/student.ts";

interface PlanSectionProps {
  readonly opened: SeenStudent;
  /** Undefined without a profile, which a plan needs, and for colleagues who assign no plans. */
  readonly listed: ListedStudent | undefined;
}

export function PlanSection({ opened: { account, plans }, listed }: PlanSectionProps) {
  const [dialog, setDialog] = useState<"assign" | "deactivate" | "deadline">();
  const close = () => setDialog(undefined);
  const hasPlan = plans.some(({ is_current }) => is_current);
  return (
    <Section
      title="Plan"
      action={
        listed && (
          <span className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => setDialog("assign")}>
              Assign a plan
            </Button>
            {hasPlan && (
              <Button size="small" variant="secondary" onClick={() => setDialog("deactivate")}>
                Deactivate
              </Button>
            )}
            <Button size="small" variant="secondary" onClick={() => setDialog("deadline")}>
              Deadline
            </Button>
          </span>
        )
      }
    >
      {plans.length === 0 && <Nothing>No plan yet.</Nothing>}
      <ul className="divide-y empty:hidden">
        {plans.map((plan) => (
          <Plan key={plan.id} plan={plan} />
        ))}
      </ul>
      {account.deadline && <p>Deadline: {formatInstant(new Date(account.deadline))}</p>}
      {dialog === "assign" && listed && <AssignDialog student={listed} onClose={close} />}
      {dialog === "deactivate" && listed && <DeactivateDialog student={listed} onClose={close} />}
      {dialog === "deadline" && listed && <DeadlineDialog student={listed} onClose={close} />}
    </Section>
  );
}

function Plan({ plan }: { plan: HeldPlan }) {
  const known = findPlan(plan.level, plan.exam, plan.name);
  const endsAt = new Date(plan.expires_at);
  const hasEndedEarly = !plan.is_current && endsAt > new Date();
  return (
    <li className="grid gap-0.5 py-2">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-semibold">{known ? planLabel(known) : plan.name}</span>
        {plan.is_current && <Badge tone="good">Active</Badge>}
      </p>
      <p className="text-muted text-sm">
        {formatInstant(new Date(plan.assigned_at))}
        {hasEndedEarly ? ", ended early" : ` to ${formatInstant(endsAt)}`}
        {plan.order_number ? `, paid by ${plan.order_number}` : plan.reason && `, ${plan.reason}`}
      </p>
    </li>
  );
}
