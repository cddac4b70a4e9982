import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";

type Props = ComponentProps<"div"> & {
  /** For the most important card on a screen. */
  highlighted?: boolean | undefined;
  /** Without padding, for lists and tables that reach the edge. */
  flush?: boolean | undefined;
};

export function Card({ highlighted = false, flush = false, className, ...rest }: Props) {
  return (
    <div
      className={cn(
        "min-w-0 rounded-card border bg-card",
        highlighted ? "border-marigold ring-1 ring-marigold" : "border-line",
        !flush && "p-4 sm:p-6",
        className,
      )}
      {...rest}
    />
  );
}
