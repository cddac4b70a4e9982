import type { StepDialogProps } from "./action-dialog.tsx";
import { AmountDialog } from "./amount-dialog.tsx";
import type { DeskStep } from "./desk-steps.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { PutPaymentDialog } from "./put-payment-dialog.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { WordsDialog } from "./words-dialog.tsx";

/** The form of a step. */
export function DeskDialog({ step, ...props }: StepDialogProps & { step: DeskStep }) {
  if (step === "amount") return <AmountDialog {...props} />;
  if (step === "reject") return <RejectDialog {...props} />;
  if (step === "move") return <MoveDialog {...props} />;
  if (step === "put") return <PutPaymentDialog {...props} />;
  if (step === "refund") return <RefundDialog {...props} />;
  return <WordsDialog {...props} name={step === "undo" ? "undo_confirmation" : "cancel_order"} />;
}
