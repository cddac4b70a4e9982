import { Paperclip } from "lucide-react";
import { useState } from "react";
import { dayOf } from "../../../../domain/kolkata-time.ts";
import { readUtr } from "../../../../domain/pasted-utr.ts";
import { findProofRefusal, PROOF_TYPES } from "../../../../domain/payment-proofs.ts";
import { ChoiceGroup } from "../../../ui/choice-group.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FileInput } from "../../../ui/file-input.tsx";
import { ActionDialog, type StepDialogProps, useStepForm } from "./action-dialog.tsx";
import { useOrderStep } from "./order-step.ts";
import { useSendProof } from "./send-proof.ts";

type Method = "upi" | "bank" | "cash";

const METHODS = [
  { value: "upi", label: "UPI" },
  { value: "bank", label: "Bank transfer" },
  { value: "cash", label: "Cash" },
] as const;

/** Puts a payment that came by WhatsApp, by bank or in cash to the order. */
export function PutPaymentDialog({ opened, onDone, onClose }: StepDialogProps) {
  const { order, student } = opened;
  const form = useStepForm("put payment", opened, { method: "upi" as Method, utr: "", day: "", words: "" });
  const { method, utr, day, words } = form.value;
  // A file cannot be kept as a draft.
  const [file, setFile] = useState<File>();
  const refusal = file && findProofRefusal(file);
  const reading = readUtr(utr, { hasBankTransfer: method === "bank" });
  const needsUtr = method === "upi";
  const problem = method !== "cash" && utr !== "" && "problem" in reading ? reading.problem : undefined;
  const sendProof = useSendProof(student?.id ?? "");
  const put = useOrderStep("put_payment", opened);
  const step = {
    ...put,
    isPending: sendProof.isPending || put.isPending,
    error: sendProof.error ?? put.error,
  };
  const putPayment = (proof?: string) =>
    put.mutate(
      {
        method,
        ...(method !== "cash" && "utr" in reading && { utr: reading.utr }),
        ...(day && { paid_on: day }),
        ...(proof && { proof }),
        ...(words.trim() && { words: words.trim() }),
      },
      {
        onSuccess: () => {
          form.forget();
          onDone(`The payment is at ${order.number} now.`);
        },
      },
    );
  const send = () => {
    if (file) sendProof.mutate(file, { onSuccess: (proof) => putPayment(proof) });
    else putPayment();
  };
  const needsWords = method === "cash";
  return (
    <ActionDialog
      title="Add a payment"
      text={`For ${order.number}. It then waits here to be confirmed, like what students send themselves.`}
      submit="Add it"
      isReady={
        !refusal && !problem && (!needsUtr || "utr" in reading) && (!needsWords || words.trim() !== "")
      }
      {...{ step, form, onClose }}
      onSubmit={send}
    >
      <ChoiceGroup
        label="Paid by"
        options={METHODS}
        value={method}
        onChange={(chosen) => form.set({ method: chosen })}
      />
      {method !== "cash" && (
        <TextField
          label="UTR"
          optional={!needsUtr}
          autoComplete="off"
          hint={
            needsUtr
              ? "12 digits. You can paste the message around them."
              : "12 digits for IMPS, 16 to 22 letters and digits for NEFT and RTGS."
          }
          value={utr}
          error={problem}
          onChange={({ target }) => form.set({ utr: target.value })}
        />
      )}
      <TextField
        label="Paid on"
        optional
        type="date"
        max={dayOf(new Date())}
        value={day}
        onChange={({ target }) => form.set({ day: target.value })}
      />
      <TextField
        label={needsWords ? "Where the cash receipt is" : "Note"}
        optional={!needsWords}
        maxLength={500}
        value={words}
        onChange={({ target }) => form.set({ words: target.value })}
      />
      <div className="grid justify-items-start gap-2">
        <FileInput
          label={file ? "Choose another file" : "Choose the screenshot"}
          icon={<Paperclip aria-hidden className="size-4" />}
          accept={PROOF_TYPES.join()}
          disabled={step.isPending}
          onFiles={([chosen]) => setFile(chosen)}
        />
        <p role="status" className="wrap-anywhere text-sm">
          {file && (refusal ?? file.name)}
        </p>
      </div>
    </ActionDialog>
  );
}
