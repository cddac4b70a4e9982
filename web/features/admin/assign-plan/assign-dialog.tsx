import { useState } from "react";
import { formatDateTime } from "../../../../domain/kolkata-time.ts";
import { ASSIGNABLE_PLANS, findPlan, planLabel } from "../../../../domain/plans.ts";
import { isLost } from "../../../backend/is-lost.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { type Draft, useDraft } from "../../../layout/drafts/use-draft.ts";
import type { ListedStudent } from "../../../queries/list-students.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { NotSent } from "../../../ui/not-sent.tsx";
import { ShortId } from "../../../ui/short-id.tsx";
import { toast } from "../../../ui/toast.ts";
import { OpenOrder } from "./open-order.tsx";
import { PaymentChoice } from "./payment-choice.tsx";
import { NOT_STATED, type PaymentForPlan, paymentArgs } from "./payment-for-plan.ts";
import { useAssignPlan } from "./requests.ts";
import { SamePhone } from "./same-phone.tsx";

interface AssignDialogProps {
  readonly student: ListedStudent;
  readonly onClose: () => void;
}

const OPTIONS = [
  { value: "", label: "Choose a plan", disabled: true },
  ...ASSIGNABLE_PLANS.map((plan) => ({ value: planLabel(plan), label: planLabel(plan) })),
];
/** The code of a refusal by a rule in the database, whose message is written for the admin. */
const REFUSED_BY_RULE = "P0001";

export function AssignDialog({ student, onClose }: AssignDialogProps) {
  const draft = useDraft(`assign ${student.id}`);
  const [chosen, setChosen] = useState(draft.kept?.values.plan ?? "");
  const [payment, setPayment] = useState(() => ({ ...NOT_STATED, ...keptPayment(draft) }));
  const [attempt, setAttempt] = useState(() => draft.kept?.values.attempt ?? crypto.randomUUID());
  const assign = useAssignPlan();
  const plan = ASSIGNABLE_PLANS.find((candidate) => planLabel(candidate) === chosen);
  const isPlan = plan !== undefined && plan.level !== "none";
  const args = isPlan ? paymentArgs(payment) : {};
  const close = () => {
    if (!assign.isPending) onClose();
  };
  const save = () => {
    if (!plan || !args) return;
    assign.mutate(
      { student: student.id, plan, payment: args, attempt },
      {
        onSuccess: () => {
          draft.forget();
          toast.success(plan.name === "None" ? "Plan removed!" : "Plan assigned!");
          onClose();
        },
        onError: (error) => toast.error(isRefusal(error) ? error.message : "Failed to assign plan."),
      },
    );
  };
  const cancel = () => {
    draft.forget();
    onClose();
  };
  const throwAway = () => {
    setChosen("");
    setPayment(NOT_STATED);
  };
  // Another payment is another request, and must not get the stored answer of an earlier one.
  const changePayment = (changed: PaymentForPlan) => {
    const newAttempt = crypto.randomUUID();
    setPayment(changed);
    setAttempt(newAttempt);
    draft.keep({ ...changed, plan: chosen, attempt: newAttempt });
  };
  const footer = (
    <>
      <Button variant="secondary" disabled={assign.isPending} onClick={cancel}>
        Cancel
      </Button>
      <Button disabled={!plan || !args} busy={assign.isPending} onClick={save}>
        Assign
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Assign Plan"
      description={
        <>
          <p className="wrap-anywhere">
            For {student.first_name} {student.last_name}, {student.email ?? student.phone}, joined{" "}
            {formatDateTime(new Date(student.created_at))}. <ShortId id={student.id} />
          </p>
          <CurrentPlan student={student} />
        </>
      }
      footer={footer}
    >
      <div className="grid gap-4">
        <DraftNote draft={draft} onThrowAway={throwAway} />
        <SelectField
          label="Plan"
          options={OPTIONS}
          value={chosen}
          onChange={({ target }) => {
            setChosen(target.value);
            draft.keep({ ...payment, plan: target.value, attempt });
          }}
          hint="It takes effect at once and replaces the current plan. None removes the plan."
        />
        {isPlan && <PaymentChoice {...{ student, plan, payment }} onChange={changePayment} />}
        {isLost(assign.error) && <NotSent onRetry={save} busy={assign.isPending} />}
        {isPlan && <OpenOrder student={student} />}
        <SamePhone student={student} onLeave={onClose} />
      </div>
    </Dialog>
  );
}

/** The payment in a draft, without the other values. */
function keptPayment({ kept }: Draft): Partial<PaymentForPlan> {
  const { kind, order, words } = kept?.values ?? {};
  return {
    ...(kind && { kind: kind as PaymentForPlan["kind"] }),
    ...(order && { order }),
    ...(words && { words }),
  };
}

function isRefusal(error: Error): boolean {
  return "code" in error && error.code === REFUSED_BY_RULE;
}

function CurrentPlan({ student }: Pick<AssignDialogProps, "student">) {
  const { plan_status, plan_level, plan_exam, plan_name, expires_at } = student;
  const plan = findPlan(plan_level, plan_exam, plan_name);
  if (plan_status !== "Active" || !plan || !expires_at) return null;
  return (
    <p>
      Now: {planLabel(plan)}, until{" "}
      <span className="whitespace-nowrap">{formatDateTime(new Date(expires_at))}.</span>
    </p>
  );
}
