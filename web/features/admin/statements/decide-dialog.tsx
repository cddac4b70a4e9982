import { useState } from "react";
import { formatDayOfYear } from "../../../../domain/kolkata-time.ts";
import { formatPaise } from "../../../../domain/money.ts";
import { findOrderNumber } from "../../../../domain/order-number.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { type Line, OrderNotFound, useDecideLine } from "./lines.ts";

const EMPTY = { number: "", words: "" };

interface DecideDialogProps {
  readonly line: Line;
  readonly onClose: () => void;
}

/** Chooses the order that a line pays, or explains the line. */
export function DecideDialog({ line, onClose }: DecideDialogProps) {
  const decide = useDecideLine();
  const { value, change, restart, draft } = useKeptState(`line ${line.line_id}`, EMPTY);
  const { number, words } = value;
  const [problem, setProblem] = useState<{ number?: string; words?: string }>({});
  const save = () => {
    const order = number.trim() === "" ? "" : findOrderNumber(number);
    if (order === undefined) return setProblem({ number: "This is not an order number." });
    if (order === "" && words.trim() === "")
      return setProblem({ words: "Please name an order, or say what this payment is." });
    setProblem({});
    decide.mutate(
      { line, number: order, words },
      {
        onSuccess: () => {
          toast.success(order ? `Proposed for ${order}, under Suggestions.` : "Explained.");
          cancel();
        },
        onError: (error) => {
          if (error instanceof OrderNotFound) setProblem({ number: "There is no such order." });
        },
      },
    );
  };
  const cancel = () => {
    draft.forget();
    onClose();
  };
  const failure = decide.error && !(decide.error instanceof OrderNotFound) ? decide.error : undefined;
  return (
    <FormDialog
      title="What is this payment?"
      description={`${formatDayOfYear(line.day)}, ${formatPaise(line.amount_paise)}: ${line.narration}`}
      submit={failure ? "Try again" : "Save"}
      busy={decide.isPending}
      onSubmit={save}
      onClose={onClose}
      onCancel={cancel}
    >
      <DraftNote draft={draft} onThrowAway={() => restart(EMPTY)} />
      <TextField
        label="Order that it pays"
        optional
        autoFocus
        hint="For example MRG-4F7K-2"
        autoComplete="off"
        value={number}
        error={problem.number}
        onChange={({ target }) => change({ ...value, number: target.value })}
      />
      <TextArea
        label="Otherwise, what it is"
        optional
        rows={2}
        maxLength={500}
        hint="For example interest, or a transfer of our own"
        value={words}
        error={problem.words}
        onChange={({ target }) => change({ ...value, words: target.value })}
      />
      {failure && (
        <Notice kind="danger">{refusalText(failure, "This was not saved. Please try again.")}</Notice>
      )}
    </FormDialog>
  );
}
