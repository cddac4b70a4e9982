import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

interface NotSentProps {
  readonly title?: ReactNode;
  readonly onRetry: () => void;
  readonly busy?: boolean | undefined;
  readonly className?: string;
}

/** For a form whose request got no response. It is sent again only by a press, never by itself. */
export function NotSent({ onRetry, busy, ...rest }: NotSentProps) {
  return (
    <Notice
      kind="danger"
      action={
        <Button variant="secondary" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      }
      {...rest}
    >
      Not sent. It will be kept here.
    </Notice>
  );
}
