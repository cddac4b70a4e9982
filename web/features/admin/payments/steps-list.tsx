import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { formatPaise } from "../../../../domain/money.ts";
import type { Step } from "./order.ts";
import { reasonText } from "./reasons.ts";
import { stepText } from "./step-text.ts";

/** The steps of an order with their actors, the first one first. */
export function StepsList({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="divide-y">
      {steps.map((step) => (
        <li key={step.id} className="wrap-anywhere py-2">
          <p>
            {stepText(step)}
            {step.amount_paise !== null && (
              <span className="tabular">, {formatPaise(step.amount_paise)}</span>
            )}
          </p>
          {(step.reason ?? step.words) && (
            <p className="text-sm">
              {[step.reason && reasonText(step.reason), step.words].filter(Boolean).join(". ")}
            </p>
          )}
          <p className="text-muted text-sm">
            <time dateTime={step.at}>{formatInstant(new Date(step.at))}</time>
          </p>
        </li>
      ))}
    </ol>
  );
}
