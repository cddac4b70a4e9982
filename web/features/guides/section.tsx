import type { ReactNode } from "react";
import { SECTIONS, type SectionId } from "./contents.ts";

export function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="guide-section">
      <div className="guide-heading">
        <h2 id={id} className="text-2xl sm:text-3xl">
          {SECTIONS[id]}
        </h2>
        <HeadingLink id={id} title={SECTIONS[id]} />
      </div>
      {children}
    </section>
  );
}

export function SubHeading({ id, children }: { id: string; children: string }) {
  return (
    <div className="guide-heading mt-8">
      <h3 id={id} className="text-xl">
        {children}
      </h3>
      <HeadingLink id={id} title={children} />
    </div>
  );
}

function HeadingLink({ id, title }: { id: string; title: string }) {
  return (
    <a href={`#${id}`} className="guide-heading-link" aria-label={`Link to “${title}”`}>
      #
    </a>
  );
}
