/** The place of the UTR in each app, and the numbers that are mistaken for it. */
const PLACES = [
  [
    "Google Pay",
    "Open the payment in your history. The UTR is the “UPI transaction ID”, not the Google transaction ID.",
  ],
  [
    "PhonePe",
    "History, then the payment. The UTR is at the bottom, beside “UTR”, not the Transaction ID with a T.",
  ],
  ["Paytm", "Balance & History, then the payment. The UTR is the “UPI Ref. No.”"],
  ["BHIM", "Transactions, then the payment. The UTR is the “Transaction ID” of 12 digits."],
  ["Your bank's SMS", "The number of 12 digits after “Ref”, “Refno” or “UPI”."],
] as const;

export function UtrPlaces() {
  return (
    <details className="rounded-control border px-3">
      <summary className="min-h-11 cursor-pointer content-center font-medium">
        Where do I find the UTR?
      </summary>
      <dl className="grid gap-2 pt-1 pb-3 text-sm">
        {PLACES.map(([app, place]) => (
          <div key={app}>
            <dt className="font-semibold">{app}</dt>
            <dd className="text-muted">{place}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
