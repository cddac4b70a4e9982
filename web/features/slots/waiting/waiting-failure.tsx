import { isLost } from "../../../backend/is-lost.ts";
import { NotSent } from "../../../ui/not-sent.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { bookingErrorText } from "../booking-error.ts";

interface Props {
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly busy: boolean;
}

/** Says beside the button what did not work. */
export function WaitingFailure({ error, onRetry, busy }: Props) {
  if (isLost(error)) return <NotSent onRetry={onRetry} busy={busy} />;
  const text = bookingErrorText(error, "This did not work. Please try again.");
  return text === undefined ? null : <Notice kind="danger" title={text} />;
}
