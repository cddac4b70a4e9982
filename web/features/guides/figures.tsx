import type { ReactNode } from "react";
import { SameCycle } from "./fact.tsx";
import type { Confidence } from "./fact-record.ts";

interface FiguresProps {
  cycle: string;
  confidence?: Confidence;
  children: ReactNode;
}

/** The figures of a step, separate from its text because they change every year. */
export function Figures({ cycle, confidence, children }: FiguresProps) {
  return (
    <div className="mt-3 rounded-card border bg-card px-4 py-3 text-[0.9375rem]">
      <CycleBadge cycle={cycle} {...(confidence && { confidence })} />
      <dl className="mt-2 grid gap-1.5">
        <SameCycle cycle={cycle} {...(confidence && { confidence })}>
          {children}
        </SameCycle>
      </dl>
    </div>
  );
}

export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function CycleBadge({ cycle, confidence }: { cycle: string; confidence?: Confidence }) {
  return (
    <span
      data-cycle
      className="inline-block rounded-2xl bg-marigold-wash px-2.5 py-0.5 font-medium font-text text-[0.8125rem] text-marigold-ink"
    >
      {cycle === "undated" ? "year not given" : cycle}
      {confidence === "to be confirmed" && ", to be confirmed"}
    </span>
  );
}
