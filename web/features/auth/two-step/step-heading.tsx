import type { ReactNode } from "react";

export function StepHeading({ number, children }: { number: number; children: ReactNode }) {
  return (
    <h2 className="flex items-center gap-3 text-xl">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full bg-press-wash font-semibold text-base text-press"
      >
        {number}
      </span>
      {children}
    </h2>
  );
}
