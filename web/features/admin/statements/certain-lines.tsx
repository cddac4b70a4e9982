import { useState } from "react";
import { countText } from "../../../../domain/count-text.ts";
import { formatPaise } from "../../../../domain/money.ts";
import { isLost } from "../../../backend/is-lost.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { LineItem } from "./line-item.tsx";
import { type Line, useConfirmLines } from "./lines.ts";
import { type Refusals, RefusedLines } from "./refused-lines.tsx";

/** Certain lines are chosen from the start. A person looks at them, and confirms them together. */
export function CertainLines({ lines }: { lines: readonly Line[] }) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const [isAsking, setIsAsking] = useState(false);
  const [refused, setRefused] = useState<Refusals>([]);
  const confirm = useConfirmLines();
  const chosen = lines.filter(({ line_id }) => !leftOut.has(line_id));
  const sum = chosen.reduce((total, { amount_paise }) => total + amount_paise, 0);
  const toggle = (id: number) => {
    const changed = new Set(leftOut);
    if (!changed.delete(id)) changed.add(id);
    setLeftOut(changed);
  };
  const run = () =>
    confirm.mutate(chosen, {
      onSuccess: (result) => {
        setRefused(result.refused);
        setIsAsking(false);
        if (result.count > 0) toast.success(`${countText(result.count, "payment")} confirmed.`);
      },
      onError: () => toast.error("The payments were not confirmed."),
    });
  return (
    <div className="grid gap-3">
      <RefusedLines refused={refused} />
      <div>
        <Button disabled={chosen.length === 0} onClick={() => setIsAsking(true)}>
          Confirm {countText(chosen.length, "payment")}
        </Button>
      </div>
      <ul aria-label="Certain lines" className="divide-y divide-line rounded-card border border-line bg-card">
        {lines.map((line) => (
          <LineItem
            key={line.line_id}
            line={line}
            choice={
              <input
                type="checkbox"
                aria-label={`Confirm ${line.number}`}
                className="mt-1 size-6 shrink-0 accent-press"
                checked={!leftOut.has(line.line_id)}
                onChange={() => toggle(line.line_id)}
              />
            }
          />
        ))}
      </ul>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Confirm ${countText(chosen.length, "payment")}?`}
        text={`${formatPaise(sum)} in total. Each plan becomes active, and each student gets a receipt.`}
        confirm="Confirm"
        busy={confirm.isPending}
        lost={isLost(confirm.error)}
        onConfirm={run}
      />
    </div>
  );
}
