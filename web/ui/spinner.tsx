import { cn } from "./class-names.ts";

/** Fills the window with `page`, for pages that have nothing else to show yet. */
export function Spinner({ label, page = false }: { label: string; page?: boolean }) {
  return (
    <span role="status" className={cn("grid place-items-center", page && "min-h-dvh")}>
      <span
        aria-hidden
        className="size-6 animate-spin rounded-full border-2 border-x-line border-t-press border-b-line motion-reduce:animate-pulse"
      />
      <span className="sr-only">{label}</span>
    </span>
  );
}
