import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";

interface CopyRowProps {
  readonly name: string;
  readonly value: string;
  /** The text to copy, if it differs from the text shown. */
  readonly copyText?: string;
}

export function CopyRow({ name, value, copyText = value }: CopyRowProps) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  const copy = () =>
    navigator.clipboard.writeText(copyText).then(
      () => setState("copied"),
      () => setState("refused"),
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b py-2 last:border-b-0">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="tabular wrap-anywhere font-semibold text-sm sm:text-base">{value}</dd>
      <dd className="col-start-2 row-start-1 row-end-3">
        <Button
          variant="secondary"
          size="small"
          className="w-24"
          onClick={copy}
          aria-label={`Copy ${name.toLowerCase()}`}
        >
          {state === "copied" ? (
            <Check aria-hidden className="size-4" />
          ) : (
            <Copy aria-hidden className="size-4" />
          )}
          <span aria-live="polite">{TEXTS[state]}</span>
        </Button>
      </dd>
    </div>
  );
}

const TEXTS = { idle: "Copy", copied: "Copied", refused: "Not copied" } as const;
