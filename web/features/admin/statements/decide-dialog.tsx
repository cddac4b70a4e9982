import { type FormEvent, useId, useState } from "react";
import { formatDayOfYear } from "../../../../domain/kolkata-time.ts";
import { formatPaise } from "../../../../domain/money.ts";
import { findOrderNumber } from "../../../../domain/order-number.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { type Line, OrderNotFound, useDecideLine } from "./lines.ts";

interface DecideDialogProps {
  readonly line: Line;
  readonly onClose: () => void;
}

/** Chooses the order that a line pays, or explains the line. */
export function DecideDialog({ line, onClose }: DecideDialogProps) {
  const form = useId();
  const decide = useDecideLine();
  const [number, setNumber] = useState("");
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState<{ number?: string; words?: string }>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const order = number.trim() === "" ? "" : findOrderNumber(number);
    if (order === undefined) return setProblem({ number: "This is no order number." });
    if (order === "" && words.trim() === "")
      return setProblem({ words: "Please name an order, or say what this payment is." });
    setProblem({});
    decide.mutate(
      { line, number: order, words },
      {
        onSuccess: () => {
          toast.success(order ? `Proposed for ${order}. Confirm it under Suggestions.` : "Explained.");
          onClose();
        },
        onError: (error) => {
          if (error instanceof OrderNotFound) setProblem({ number: "There is no such order." });
        },
      },
    );
  };
  const failure = decide.error && !(decide.error instanceof OrderNotFound) ? decide.error : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !decide.isPending && onClose()}
      title="What is this payment?"
      description={`${formatDayOfYear(line.day)}, ${formatPaise(line.amount_paise)}: ${line.narration}`}
      footer={
        <>
          <Button variant="secondary" disabled={decide.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={decide.isPending}>
            {failure ? "Try again" : "Save"}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Order that it pays"
          optional
          autoFocus
          hint="For example MRG-4F7K-2"
          autoComplete="off"
          value={number}
          error={problem.number}
          onChange={({ target }) => setNumber(target.value)}
        />
        <TextArea
          label="Otherwise, what it is"
          optional
          rows={2}
          maxLength={500}
          hint="For example interest, or a transfer of our own"
          value={words}
          error={problem.words}
          onChange={({ target }) => setWords(target.value)}
        />
        {failure && (
          <Notice kind="danger">{refusalText(failure, "This was not saved. Please try again.")}</Notice>
        )}
      </form>
    </Dialog>
  );
}
