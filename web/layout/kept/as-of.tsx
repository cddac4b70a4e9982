import type { ReactNode } from "react";
import { formatDay, formatTime } from "../../../domain/kolkata-time.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

interface AsOfProps {
  /** In milliseconds. */
  readonly asOf: number;
  readonly busy: boolean;
  readonly onRetry: () => void;
  /** The actions that need a connection. */
  readonly children: ReactNode;
}

/** Says that a page shows what was kept on the device, and from when it is. */
export function AsOf({ asOf, busy, onRetry, children }: AsOfProps) {
  const instant = new Date(asOf);
  return (
    <Notice
      kind="warning"
      title={`As of ${formatDay(instant)}, ${formatTime(instant)}`}
      action={
        <Button variant="secondary" busy={busy} onClick={() => onRetry()}>
          Try again
        </Button>
      }
    >
      Maarga cannot be reached now. {children}
    </Notice>
  );
}
