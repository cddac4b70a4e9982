import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

type Props = { text?: ReactNode; onRetry: () => void; busy?: boolean | undefined; label?: string };

export function LoadFailed({ text, onRetry, busy, label = "Try again" }: Props) {
  return (
    <Notice
      kind="danger"
      action={
        <Button variant="secondary" busy={busy} onClick={() => onRetry()}>
          {label}
        </Button>
      }
    >
      {text ?? "This could not be loaded. The connection may be weak; your data is safe."}
    </Notice>
  );
}
