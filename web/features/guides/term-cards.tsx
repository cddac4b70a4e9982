import type { ReactNode } from "react";

export const CARD = "break-inside-avoid rounded-card border px-5 py-4";

export function TermCards({ children }: { children: ReactNode }) {
  return <dl className="grid gap-3">{children}</dl>;
}

export function TermCard({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div className={`${CARD} bg-card`}>
      <dt className="font-[650] font-heading text-[1.125rem]">{term}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}
