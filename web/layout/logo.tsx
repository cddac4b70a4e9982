import { cn } from "../ui/class-names.ts";

/** A ghat road up to the sun: the winding way. Same drawing as web/public/favicon.svg. */
function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn("shrink-0", className)}>
      <rect width="32" height="32" rx="8" fill="var(--brand)" />
      <path
        d="M6.5 25.5H20a4.5 4.5 0 0 0 0-9h-8a4 4 0 0 1 0-8h4"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="22.5" cy="8.5" r="3" fill="#f0b23e" />
    </svg>
  );
}

/** The mark and the name, to stand inside a link or a heading. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cn("inline-flex items-center gap-2.5", className)}>
      <LogoMark className="size-8" />
      <span className="font-heading text-[1.375rem] leading-none font-semibold tracking-tight text-ink">
        Maarga
      </span>
    </span>
  );
}
