import type { ReactNode } from "react";
import { SameCycle } from "./fact.tsx";
import type { Confidence } from "./fact-record.ts";
import { CycleBadge } from "./figures.tsx";

interface GuideTableProps {
  title: string;
  /** The cycle of all figures, shown once in the caption. */
  cycle: string;
  confidence?: Confidence;
  head: readonly [label: string, figure: string];
  children: ReactNode;
}

/** A table of only two columns, so that it never scrolls sideways on a narrow phone. */
export function GuideTable({ title, cycle, confidence, head, children }: GuideTableProps) {
  return (
    <table className="guide-table">
      <caption className="break-after-avoid py-2 text-left font-[650] font-heading">
        {title} <CycleBadge cycle={cycle} {...(confidence && { confidence })} />
      </caption>
      <thead>
        <tr>
          {head.map((text) => (
            <th key={text} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <SameCycle cycle={cycle} {...(confidence && { confidence })}>
          {children}
        </SameCycle>
      </tbody>
    </table>
  );
}

export function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{children}</td>
    </tr>
  );
}
