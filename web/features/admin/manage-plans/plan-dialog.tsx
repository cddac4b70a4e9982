import { type FormEvent, useEffect, useRef, useState } from "react";
import { PLAN_EXAMS, PLAN_LEVELS } from "../../../../domain/plans.ts";
import { isLost } from "../../../backend/is-lost.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { changedValues, useDraft } from "../../../layout/drafts/use-draft.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { NotSent } from "../../../ui/not-sent.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { HolderCount } from "./holder-count.tsx";
import { type Offer, useSaveOffer } from "./manage-offers.ts";
import {
  changesOf,
  clearUnavailableName,
  EMPTY_FORM,
  formOf,
  namesFor,
  type PlanForm,
  readForm,
} from "./plan-form.ts";

interface PlanDialogProps {
  /** The offer to edit. If absent, the dialog adds one. */
  readonly offer?: Offer;
  readonly onClose: () => void;
}

const CHOOSE = { value: "", label: "Choose", disabled: true };

export function PlanDialog({ offer, onClose }: PlanDialogProps) {
  const initial = offer ? formOf(offer) : EMPTY_FORM;
  const draft = useDraft(`plan ${offer?.id ?? ""}`);
  const [form, setForm] = useState<PlanForm>({ ...initial, ...draft.kept?.values });
  const [problem, setProblem] = useState<{ readonly text: string }>();
  const problemRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) problemRef.current?.scrollIntoView({ block: "nearest" });
  }, [problem]);
  const save = useSaveOffer();
  const field = (name: keyof PlanForm) => ({
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => {
      const changed = clearUnavailableName({ ...form, [name]: target.value });
      setForm(changed);
      draft.keep(changedValues(changed, initial));
    },
  });
  const close = () => {
    if (!save.isPending) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const send = () => {
    const result = readForm(form, new Date(), offer);
    if ("problem" in result) {
      toast.error(result.problem, { id: "plan-form" });
      return setProblem({ text: result.problem });
    }
    setProblem(undefined);
    save.mutate(offer ? { id: offer.id, changes: changesOf(result, offer) } : { offer: result }, {
      onSuccess: () => {
        toast.success(offer ? "Plan updated" : "Plan created");
        draft.forget();
        onClose();
      },
      onError: (error) => {
        toast.error(offer ? "Failed to update plan" : "Failed to create plan");
        if (!isLost(error))
          setProblem({
            text: isDuplicate(error)
              ? "This plan already exists."
              : "The plan was not saved. Please try again.",
          });
      },
    });
  };
  const cancel = () => {
    draft.forget();
    onClose();
  };
  const footer = (
    <>
      <Button variant="secondary" disabled={save.isPending} onClick={cancel}>
        Cancel
      </Button>
      <Button type="submit" form="plan-form" busy={save.isPending}>
        {offer ? "Save" : "Add Plan"}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={offer ? "Edit Plan" : "Add Plan"}
      footer={footer}
    >
      <form id="plan-form" onSubmit={submit} noValidate className="grid gap-4">
        <DraftNote draft={draft} onThrowAway={() => setForm(initial)} />
        {offer && <HolderCount offer={offer} />}
        <SelectField
          label="Level"
          {...field("level")}
          options={[CHOOSE, ...PLAN_LEVELS.map((value) => ({ value, label: value.toUpperCase() }))]}
        />
        <SelectField
          label="Exam"
          {...field("exam")}
          options={[CHOOSE, ...PLAN_EXAMS.map((value) => ({ value, label: value.toUpperCase() }))]}
        />
        <SelectField
          label="Name"
          {...field("name")}
          options={[CHOOSE, ...namesFor(form.level).map((value) => ({ value, label: value }))]}
        />
        <TextField label="Price" inputMode="decimal" hint="In rupees." {...field("price")} />
        <TextField
          label="Expiry"
          type="datetime-local"
          hint="In Indian Standard Time."
          {...field("expiry")}
        />
        {isLost(save.error) && <NotSent onRetry={send} busy={save.isPending} />}
        {problem && (
          <div ref={problemRef}>
            <Notice kind="danger">{problem.text}</Notice>
          </div>
        )}
      </form>
    </Dialog>
  );
}

const UNIQUE_VIOLATION = "23505";

function isDuplicate(error: Error): boolean {
  return "code" in error && error.code === UNIQUE_VIOLATION;
}
