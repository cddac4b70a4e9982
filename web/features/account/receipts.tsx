import { formatInstant } from "../../../domain/kolkata-time.ts";
import { formatPaise } from "../../../domain/money.ts";
import { ReceiptButton } from "../../layout/receipt-button.tsx";
import { useReceipts } from "../../queries/receipts.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AccountSection } from "./account-section.tsx";

export function Receipts() {
  return (
    <AccountSection title="Receipts" text="For the payments that we have confirmed.">
      <ReceiptList />
    </AccountSection>
  );
}

function ReceiptList() {
  const { data, error, refetch, isFetching } = useReceipts();
  if (error && !data) return <LoadFailed onRetry={refetch} busy={isFetching} />;
  if (!data) return <Skeleton className="h-12 w-full" />;
  if (data.length === 0) return <p>There are none yet.</p>;
  return (
    <ul className="grid w-full divide-y">
      {data.map(({ number, amountPaise, issuedAt, isCancelled }) => (
        <li key={number} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <p>
            <span className="tabular block font-semibold">{formatPaise(amountPaise)}</span>
            <span className="tabular text-muted text-sm">
              {formatInstant(issuedAt)}
              {isCancelled && ". Cancelled: it is no longer valid"}
            </span>
          </p>
          <ReceiptButton number={number} />
        </li>
      ))}
    </ul>
  );
}
