import { cn } from "./class-names.ts";

/** Takes the place of what comes, in its size, so that nothing moves when it is there. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <div
      aria-hidden
      className={cn("animate-pulse rounded-control bg-line/70 motion-reduce:animate-none", className)}
    />
  );
}
