import type { ComponentProps } from "react";

/** A picture of ours: one weight of line, in ink. Beside words that say the same, so it is never read out. */
export function LineDrawing(props: ComponentProps<"svg">) {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      stroke="var(--ink)"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    />
  );
}
