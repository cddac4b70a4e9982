import { useState } from "react";
import { formatDayOfYear } from "../../../../domain/kolkata-time.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.ts";
import { DecideDialog } from "./decide-dialog.tsx";
import { LineItem } from "./line-item.tsx";
import { type Line, type LineState, useConfirmSuggestion, useReopenLine } from "./lines.ts";
import { type Refusals, RefusedLines } from "./refused-lines.tsx";

interface OtherLinesProps {
  readonly state: Exclude<LineState, "certain">;
  readonly lines: readonly Line[];
}

/** The lines that are decided one by one, and the decided ones. */
export function OtherLines({ state, lines }: OtherLinesProps) {
  const [decided, setDecided] = useState<Line>();
  const [refused, setRefused] = useState<Refusals>([]);
  const confirm = useConfirmSuggestion();
  const reopen = useReopenLine();
  const isBusy = confirm.isPending || reopen.isPending;
  const report = (error: Error) => toast.error(refusalText(error, "This did not work. Please try again."));
  const confirmLine = (line: Line) =>
    confirm.mutate(line, {
      onSuccess: (result) => {
        setRefused(result.refused);
        if (result.count > 0) toast.success(`${line.number} confirmed.`);
      },
      onError: report,
    });
  const actionsOf = (line: Line) => {
    const name = line.number ?? `${formatDayOfYear(line.day)}, ${line.narration}`;
    if (state === "confirmed") return null;
    // Maarga explains the lines of payments that count already, and would do so again.
    if (state === "explained")
      return line.settled_by === "Maarga" ? null : (
        <Button
          size="small"
          variant="secondary"
          aria-label={`Open ${name} again`}
          disabled={isBusy}
          onClick={() => reopen.mutate(line, { onError: report })}
        >
          Open again
        </Button>
      );
    return (
      <>
        {/* Another amount is taken as short or over where the order is. */}
        {state === "suggested" && line.amount_paise === line.order_amount_paise && (
          <Button
            size="small"
            aria-label={`Confirm ${name}`}
            disabled={isBusy}
            onClick={() => confirmLine(line)}
          >
            Confirm
          </Button>
        )}
        <Button
          size="small"
          variant="secondary"
          aria-label={`Explain ${name}`}
          disabled={isBusy}
          onClick={() => setDecided(line)}
        >
          {state === "suggested" ? "It is something else" : "Explain"}
        </Button>
      </>
    );
  };
  return (
    <div className="grid gap-3">
      <RefusedLines refused={refused} />
      <ul aria-label="Lines" className="divide-y divide-line rounded-card border border-line bg-card">
        {lines.map((line) => (
          <LineItem key={line.line_id} line={line} actions={actionsOf(line)} />
        ))}
      </ul>
      {decided && <DecideDialog line={decided} onClose={() => setDecided(undefined)} />}
    </div>
  );
}
