import type { MouseEvent } from "react";
import { formatKeptAt } from "./kept-at.ts";
import type { Draft } from "./use-draft.ts";

interface DraftNoteProps {
  readonly draft: Draft;
  /** Clears the form. */
  readonly onThrowAway: () => void;
}

/** Says that the form shows what was typed earlier. Belongs at the top of the form. */
export function DraftNote({ draft: { kept, forget }, onThrowAway }: DraftNoteProps) {
  if (!kept) return null;
  const throwAway = ({ currentTarget }: MouseEvent) => {
    // The button is about to disappear, and the focus with it.
    currentTarget
      .closest("form, dialog, main")
      ?.querySelector<HTMLElement>("input, select, textarea")
      ?.focus();
    forget();
    onThrowAway();
  };
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
      Kept from {formatKeptAt(kept.keptAt)}.
      <button
        type="button"
        className="min-h-11 min-w-11 text-left text-ink underline underline-offset-4"
        onClick={throwAway}
      >
        Throw away
      </button>
    </p>
  );
}
