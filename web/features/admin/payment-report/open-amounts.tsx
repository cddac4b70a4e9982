import { countText } from "../../../../domain/count-text.ts";
import { formatPaise } from "../../../../domain/money.ts";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useOpenAmounts } from "./report.ts";

const NAMES: Readonly<Record<string, string>> = {
  "to check": "Sent, and not checked yet",
  made: "Chosen, and not paid yet",
  rest: "Rest of payments that were short",
  surplus: "Surplus to give back",
};

/** The amounts that are open now, independent of the chosen period. */
export function OpenAmounts() {
  const open = useOpenAmounts();
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">Open now</h2>
      {open.error ? (
        <LoadFailed onRetry={open.refetch} busy={open.isFetching} />
      ) : open.data ? (
        <dl className="divide-y divide-line rounded-card border border-line bg-card">
          {Object.entries(NAMES).map(([kind, name]) => {
            const found = open.data.find((amount) => amount.kind === kind);
            return (
              <div key={kind} className="flex flex-wrap justify-between gap-x-4 px-4 py-3">
                <dt>{name}</dt>
                <dd className="tabular">
                  {countText(found?.orders ?? 0, "order")}, {formatPaise(found?.amount_paise ?? 0)}
                </dd>
              </div>
            );
          })}
        </dl>
      ) : (
        <Skeleton className="h-48" />
      )}
    </section>
  );
}
