import type { ReactNode } from "react";
import { SameCycle } from "./fact.tsx";
import type { Confidence } from "./fact-record.ts";

interface Parts {
  cycle: string;
  confidence?: Confidence;
  children: ReactNode;
}

/** The figures of a step beside its words, so that the words stay readable and next year's figures are easy to imagine. */
export function Figures({ cycle, confidence, children }: Parts) {
  return (
    <div className="guide-figures">
      <CycleBadge cycle={cycle} {...(confidence && { confidence })} />
      <dl>
        <SameCycle cycle={cycle} {...(confidence && { confidence })}>
          {children}
        </SameCycle>
      </dl>
    </div>
  );
}

export function Figure({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function CycleBadge({ cycle, confidence }: { cycle: string; confidence?: Confidence }) {
  return (
    <span data-cycle className="guide-cycle">
      {cycle === "undated" ? "year not given" : cycle}
      {confidence === "to be confirmed" && ", to be confirmed"}
    </span>
  );
}
