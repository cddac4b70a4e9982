import { countText } from "../../../../domain/count-text.ts";
import type { StepProgress } from "../../../backend/call-with-progress.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";

interface Props {
  readonly fileName: string;
  /** Undefined while the file is on its way. */
  readonly progress: StepProgress | undefined;
}

/** The pages that the server has read, and then the ranks that it has added. */
export function ReadingProgress({ fileName, progress }: Props) {
  const { label, text } = textsOf(fileName, progress);
  return (
    <div>
      {/* Announced once per step. A screen reader finds the exact progress on the bar. */}
      <p className="sr-only">{label}</p>
      <ProgressBar label={label} text={text} share={progress && progress.done / progress.total} />
    </div>
  );
}

function textsOf(fileName: string, progress: StepProgress | undefined) {
  if (!progress) return { label: `Sending ${fileName}`, text: "Sending the file …" };
  const { step, done, total } = progress;
  if (step === "reading")
    return { label: `Reading ${fileName}`, text: `Page ${done} of ${total}, cell by cell` };
  return {
    label: `Adding the ranks of ${fileName}`,
    text: `${done.toLocaleString("en-IN")} of ${countText(total, "rank")}`,
  };
}
