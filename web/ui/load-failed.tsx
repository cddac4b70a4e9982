import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

type Props = { text?: ReactNode; onRetry: () => void; busy?: boolean | undefined };

export function LoadFailed({ text, onRetry, busy }: Props) {
  return (
    <Notice
      kind="danger"
      action={
        <Button variant="secondary" busy={busy} onClick={() => onRetry()}>
          Try again
        </Button>
      }
    >
      {text ?? "This could not be loaded. The connection may be weak; your data is safe."}
    </Notice>
  );
}
