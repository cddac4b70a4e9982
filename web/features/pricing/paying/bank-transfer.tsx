import { formatPaise } from "../../../../domain/money.ts";
import { paymentReference, plainAmount } from "../../../../domain/payment.ts";
import { hasBankTransfer } from "../../../backend/has-bank-transfer.ts";
import { settings } from "../../../backend/settings.ts";
import type { OwnOrder } from "../../../queries/own-order.ts";
import { Card } from "../../../ui/card.tsx";
import { CopyRow } from "../../../ui/copy-row.tsx";

/** The account for a bank transfer, if the operator has set one. */
export function BankTransfer({ order: { number, amountPaise } }: { order: OwnOrder }) {
  if (!hasBankTransfer()) return null;
  const { account = "", ifsc = "", name = "" } = settings().bank;
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl">Or by bank transfer</h2>
      <dl className="grid gap-x-8 md:grid-cols-2">
        <CopyRow name="Account name" value={name} />
        <CopyRow name="Account number" value={account} />
        <CopyRow name="IFSC" value={ifsc} />
        <CopyRow
          name="Transfer amount"
          value={formatPaise(amountPaise)}
          copyText={plainAmount(amountPaise).replace(/\.00$/, "")}
        />
        <CopyRow name="Remarks" value={number} copyText={paymentReference(number)} />
      </dl>
      <p className="text-muted text-sm">
        Then enter the number of the transfer below: 12 digits for IMPS, 16 to 22 letters and digits for NEFT
        and RTGS.
      </p>
    </Card>
  );
}
