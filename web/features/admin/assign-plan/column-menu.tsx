import { SlidersHorizontal } from "lucide-react";
import type { FocusEvent, KeyboardEvent } from "react";
import { buttonClasses } from "../../../ui/button.tsx";
import { COLUMNS } from "./columns.ts";

interface ColumnMenuProps {
  readonly hidden: readonly string[];
  readonly onToggle: (column: string) => void;
}

export function ColumnMenu({ hidden, onToggle }: ColumnMenuProps) {
  return (
    <details className="group relative" onBlur={closeOnBlur} onKeyDown={closeOnEscape}>
      <summary className={`${buttonClasses({ variant: "secondary" })} list-none`}>
        <SlidersHorizontal aria-hidden className="size-4" />
        View
      </summary>
      <fieldset className="absolute right-0 z-20 mt-1 w-52 rounded-control border bg-card p-2 shadow-lg">
        <legend className="sr-only">Toggle columns</legend>
        <p aria-hidden className="px-2 py-1 text-muted text-sm">
          Toggle columns
        </p>
        {COLUMNS.map(({ id, title }) => (
          <label key={id} className="flex min-h-11 items-center gap-3 rounded-control px-2 hover:bg-wash">
            <input
              type="checkbox"
              className="size-6 accent-press"
              checked={!hidden.includes(id)}
              onChange={() => onToggle(id)}
            />
            {title}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

function closeOnBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
}

function closeOnEscape({ currentTarget, key }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== "Escape" || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector("summary")?.focus();
}
