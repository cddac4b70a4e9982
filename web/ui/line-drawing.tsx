import type { ComponentProps } from "react";

/** A drawing with a single line width. It always accompanies text, so it is hidden from screen readers. */
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
