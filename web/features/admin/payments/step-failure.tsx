import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { isLost } from "../../../backend/is-lost.ts";
import { NotSent } from "../../../ui/not-sent.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { failureText } from "./failure-text.ts";
import { orderQuery } from "./order.ts";
import { stepText } from "./step-text.ts";

export interface TakenStep {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly orderId: string;
  /** The last step of the order as it was sent. */
  readonly sentStep: number;
}

/** Shows why a step was not taken. If somebody else was first, names them and the time. */
export function StepFailure({ step, onRetry }: { step: TakenStep; onRetry: () => void }) {
  const { error, isPending, orderId, sentStep } = step;
  const { data } = useQuery({ ...orderQuery(orderId), enabled: false });
  const place = useRef<HTMLDivElement>(null);
  // The order is often longer than the screen, and the buttons above which this stands are gone.
  useEffect(() => {
    if (error && data) place.current?.scrollIntoView({ block: "nearest" });
  }, [error, data]);
  if (!error) return null;
  if (isLost(error)) return <NotSent onRetry={onRetry} busy={isPending} />;
  const last = data?.steps.at(-1);
  return (
    <div ref={place} className="scroll-my-24">
      <Notice kind="danger">
        {failureText(error)}
        {last && last.id !== sentStep && (
          <p>
            {stepText(last)}, <time dateTime={last.at}>{formatInstant(new Date(last.at))}</time>.
          </p>
        )}
      </Notice>
    </div>
  );
}
