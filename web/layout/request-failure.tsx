import { isLost } from "../backend/is-lost.ts";
import { refusalText } from "../backend/refusal-text.ts";
import { NotSent } from "../ui/not-sent.tsx";
import { Notice } from "../ui/notice.tsx";

interface RequestFailureProps {
  readonly error: Error | null;
  /** The text for an error that no rule explains. */
  readonly fallback: string;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** The failure of a form's request: a rule's refusal, or a lost connection with a button to try again. */
export function RequestFailure({ error, fallback, busy, onRetry }: RequestFailureProps) {
  if (!error) return null;
  if (isLost(error)) return <NotSent onRetry={onRetry} busy={busy} />;
  return <Notice kind="danger">{refusalText(error, fallback)}</Notice>;
}
