import { cn } from "../ui/class-names.ts";

/** A road over two hills with the sun between them, in the shape of an M. Same drawing as web/public/favicon.svg. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn("shrink-0", className)}>
      <rect width="32" height="32" rx="8" fill="var(--brand)" />
      <path
        d="M5.5 26V13c0-2 2.3-3 3.8-1.6l4.7 4.9c1.1 1.1 2.9 1.1 4 0l4.7-4.9c1.5-1.4 3.8-.4 3.8 1.6v13"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="8" r="2.9" fill="#f0b23e" />
    </svg>
  );
}

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
