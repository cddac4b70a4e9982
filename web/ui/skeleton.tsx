import { cn } from "./class-names.ts";

/** A placeholder in the size of the content that is loading, to avoid a layout shift. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <div
      aria-hidden
      className={cn("animate-pulse rounded-control bg-line/70 motion-reduce:animate-none", className)}
    />
  );
}
