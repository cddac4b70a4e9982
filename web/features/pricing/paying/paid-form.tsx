import { type SubmitEvent, useRef, useState } from "react";
import { readUtr, UTR_LENGTH } from "../../../../domain/pasted-utr.ts";
import { hasBankTransfer } from "../../../backend/has-bank-transfer.ts";
import { isLost } from "../../../backend/is-lost.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useDraft } from "../../../layout/drafts/use-draft.ts";
import type { OwnOrder } from "../../../queries/own-order.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { NotSent } from "../../../ui/not-sent.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ScreenshotField } from "./screenshot-field.tsx";
import { useSendProof } from "./send-proof.ts";
import { useScreenshot } from "./use-screenshot.ts";
import { UtrPlaces } from "./utr-places.tsx";

/** A longer text was pasted: 12 digits that are typed, with spaces, are shorter. */
const PASTED_LENGTH = 16;
const MAX_LENGTH = 2000;
/** The id of the field. */
export const UTR_FIELD = "utr";

interface PaidFormProps {
  readonly order: OwnOrder;
  readonly title?: string;
  readonly onSent: () => void;
}

/** Takes the UTR of the payment, and a screenshot if the student likes. */
export function PaidForm({ order, title = "I have paid", onSent }: PaidFormProps) {
  const draft = useDraft(`proof ${order.number}`);
  const [typed, setTyped] = useState(draft.kept?.values.utr ?? "");
  const [problem, setProblem] = useState<string>();
  const screenshot = useScreenshot();
  const sending = useSendProof(order);
  const form = useRef<HTMLFormElement>(null);
  const isBusy = sending.isPending || screenshot.progress !== undefined;
  const options = { hasBankTransfer: hasBankTransfer() };
  const reading = readUtr(typed, options);

  const change = (text: string) => {
    const pasted = text.length > PASTED_LENGTH ? readUtr(text, options) : undefined;
    const next = pasted && "utr" in pasted ? grouped(pasted.utr) : text;
    setTyped(next);
    setProblem(undefined);
    sending.reset();
    draft.keep(next === "" ? {} : { utr: next });
  };
  const send = async () => {
    if ("problem" in reading) {
      setProblem(reading.problem);
      form.current?.querySelector("input")?.focus();
      return;
    }
    const path = await screenshot.upload();
    if (path === undefined) return;
    try {
      await sending.mutateAsync({ utr: reading.utr, path });
    } catch {
      return; // Shown by `sending.error`.
    }
    draft.forget();
    onSent();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) void send();
  };

  const { error } = sending;
  const refusal = error && !isLost(error) ? refusalText(error, NOT_TAKEN) : undefined;
  const isAboutUtr = refusal?.includes("UTR") && refusal !== NOT_TAKEN;
  return (
    <Card>
      <form ref={form} noValidate onSubmit={submit} className="grid max-w-xl gap-4">
        <h2 className="text-xl">{title}</h2>
        <DraftNote draft={draft} onThrowAway={() => setTyped("")} />
        <TextField
          id={UTR_FIELD}
          label="UTR of the payment"
          hint={`12 digits${options.hasBankTransfer ? ", or the reference of a NEFT or RTGS transfer" : ""}. You can paste the whole message of your app or bank.`}
          inputMode={options.hasBankTransfer ? "text" : "numeric"}
          autoComplete="off"
          maxLength={MAX_LENGTH}
          value={typed}
          error={problem ?? (isAboutUtr ? refusal : undefined)}
          onChange={({ target }) => change(target.value)}
          onPaste={(event) => {
            // A field of one line would join the lines of a pasted text, and with them its numbers.
            const pasted = readUtr(event.clipboardData.getData("text").slice(0, MAX_LENGTH), options);
            if ("problem" in pasted) return;
            event.preventDefault();
            change(grouped(pasted.utr));
          }}
          onBlur={() => "utr" in reading && setTyped(grouped(reading.utr))}
        />
        <p role="status" className="-mt-2 text-press text-sm empty:hidden">
          {"utr" in reading && !problem && !isAboutUtr && looksLike(reading.utr)}
        </p>
        <UtrPlaces />
        <ScreenshotField screenshot={screenshot} busy={isBusy} />
        {isLost(error) && <NotSent title="Your UTR was not sent." onRetry={send} busy={isBusy} />}
        {refusal && !isAboutUtr && <Notice kind="danger">{refusal}</Notice>}
        <Button type="submit" className="w-full sm:w-fit" busy={isBusy} busyText="Sending…">
          Send
        </Button>
      </form>
    </Card>
  );
}

const NOT_TAKEN = "The UTR could not be sent. It is still here: please try again.";

const looksLike = (utr: string) =>
  utr.length === UTR_LENGTH
    ? "12 digits: this looks like a UTR."
    : "This looks like the reference of a bank transfer.";

/** "6330 1234 5678". The reference of a bank transfer stays as it is. */
function grouped(utr: string): string {
  return utr.length !== UTR_LENGTH ? utr : utr.replace(/(\d{4})(?=\d)/g, "$1 ");
}
