import { FileText } from "lucide-react";
import { formatDayOfYear, formatInstant } from "../../../../domain/kolkata-time.ts";
import { formatPaise } from "../../../../domain/money.ts";
import { LinkedPicture } from "../../../layout/linked-picture.tsx";
import { Button } from "../../../ui/button.tsx";
import { openInTab } from "../../../ui/open-in-tab.ts";
import type { Payment } from "./order.ts";
import { createProofLink, useProofLink } from "./proof-link.ts";

const METHODS = { upi: "UPI", bank: "Bank transfer", cash: "Cash" } as const;
const SOURCES = {
  student: "sent by the student",
  desk: "added by an admin",
  statement: "from a bank statement",
} as const;
const CANNOT_OPEN = {
  waiting: "The file is being checked for viruses. You can open it after the check.",
  infected: "The file has a virus, and nobody can open it.",
  missing: "The file is missing.",
} as const;

interface ProofViewProps {
  readonly payment: Payment | undefined;
  /** The last payment that was rejected or replaced. */
  readonly setAside: Payment | undefined;
}

/** A claim or payment of the order, and its proof. Opening the proof is recorded. */
export function ProofView({ payment, setAside }: ProofViewProps) {
  if (!payment)
    return setAside ? (
      <p className="wrap-anywhere">
        No proof of a payment now. The last one was set aside
        {setAside.utr && <span className="tabular">: UTR {setAside.utr}</span>}.
      </p>
    ) : (
      <p className="text-muted">No proof of a payment yet.</p>
    );
  const { utr, method, source, claimed_at, paid_on, amount_paise, proof_name, proof_state } = payment;
  return (
    <div className="grid gap-3">
      <div>
        <p className="tabular wrap-anywhere">
          {METHODS[method]}
          {utr && (
            <>
              {" "}
              UTR <span className="font-semibold">{utr}</span>
            </>
          )}
        </p>
        <p className="text-muted text-sm">
          {formatInstant(new Date(claimed_at))}, {SOURCES[source]}
        </p>
        {(paid_on ?? amount_paise) !== null && (
          <p className="tabular text-sm">
            {[
              amount_paise !== null && formatPaise(amount_paise),
              paid_on && `paid on ${formatDayOfYear(paid_on)}`,
            ]
              .filter(Boolean)
              .join(", ")}
          </p>
        )}
      </div>
      {proof_name === null && <p className="text-muted">No screenshot.</p>}
      {proof_name !== null && proof_state !== null && <p>{CANNOT_OPEN[proof_state]}</p>}
      {proof_name !== null && proof_state === null && (
        <ProofFile key={proof_name} name={proof_name} isPdf={proof_name.toLowerCase().endsWith(".pdf")} />
      )}
    </div>
  );
}

function ProofFile({ name, isPdf }: { name: string; isPdf: boolean }) {
  return (
    <>
      {!isPdf && <Picture name={name} />}
      <Button variant="secondary" className="w-fit" onClick={() => openInTab(() => createProofLink(name))}>
        <FileText aria-hidden className="size-4" />
        {isPdf ? "Open the PDF" : "Open in a new tab"}
      </Button>
    </>
  );
}

function Picture({ name }: { name: string }) {
  return <LinkedPicture link={useProofLink(name)} alt="The proof of the payment" />;
}
