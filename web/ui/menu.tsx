import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { buttonClasses } from "./button.tsx";
import { cn } from "./class-names.ts";
import { addOverlay } from "./overlay-history.ts";

interface MenuProps {
  readonly label: ReactNode;
  /** The classes that place the panel beside its button, so that it stays on the screen. */
  readonly place?: string;
  readonly children: ReactNode;
}

/** A button with a panel below it. Back, Escape, and a press or focus elsewhere close the panel. */
export function Menu({ label, place = "right-0", children }: MenuProps) {
  const removeEntry = useRef<() => void>(undefined);
  const forget = () => {
    removeEntry.current?.();
    removeEntry.current = undefined;
  };
  useEffect(() => () => removeEntry.current?.(), []);
  return (
    <details
      className="group relative"
      onBlur={closeOnBlur}
      onKeyDown={closeOnEscape}
      onToggle={({ currentTarget: menu }) => {
        forget();
        if (!menu.open) return;
        const close = () => {
          forget();
          menu.open = false;
        };
        removeEntry.current = addOverlay({ close });
      }}
    >
      <summary className={`${buttonClasses({ variant: "secondary" })} list-none`}>{label}</summary>
      <div className={cn("absolute z-20 mt-1 w-52 rounded-control border bg-card p-2 shadow-lg", place)}>
        {children}
      </div>
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
