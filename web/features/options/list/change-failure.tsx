import { isLost } from "../../../backend/is-lost.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { Notice } from "../../../ui/notice.tsx";

/** The reason why a change was not saved. What was typed stays in its form. */
export function ChangeFailure({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <Notice kind="danger">
      {isLost(error)
        ? "The connection was lost. What you typed is still here: try again."
        : refusalText(error, "This could not be saved. Please try again.")}
    </Notice>
  );
}
