import type { ReactNode } from "react";
import { SECTION_TITLES, type SectionId } from "./section-titles.ts";

/**
 * The heights for which sections stand before they are laid out: at least theirs on a phone 320 pixels wide, because what
 * exceeds them lies under the next section for tools that measure targets.
 */
const HEIGHTS: Record<SectionId, string> = {
  start: "[contain-intrinsic-height:auto_60rem]",
  "who-does-what": "[contain-intrinsic-height:auto_100rem]",
  "ug-cet": "[contain-intrinsic-height:auto_300rem]",
  "ug-neet": "[contain-intrinsic-height:auto_200rem]",
  "pg-cet": "[contain-intrinsic-height:auto_120rem]",
  "pg-neet": "[contain-intrinsic-height:auto_150rem]",
  "four-choices": "[contain-intrinsic-height:auto_100rem]",
  documents: "[contain-intrinsic-height:auto_350rem]",
  clauses: "[contain-intrinsic-height:auto_200rem]",
  reservation: "[contain-intrinsic-height:auto_100rem]",
  dates: "[contain-intrinsic-height:auto_150rem]",
  money: "[contain-intrinsic-height:auto_300rem]",
  mistakes: "[contain-intrinsic-height:auto_150rem]",
  "where-to-ask": "[contain-intrinsic-height:auto_60rem]",
  sources: "[contain-intrinsic-height:auto_400rem]",
};

const HEADING = "group flex items-baseline gap-1 break-after-avoid";

export function GuideSection({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={`guide-section border-b py-10 last:border-0 ${HEIGHTS[id]}`}>
      <div className={HEADING}>
        <h2 id={id} className="text-2xl sm:text-3xl">
          {SECTION_TITLES[id]}
        </h2>
        <HeadingLink id={id} title={SECTION_TITLES[id]} />
      </div>
      {children}
    </section>
  );
}

export function SubHeading({ id, children }: { id: string; children: string }) {
  return (
    <div className={`${HEADING} mt-8`}>
      <h3 id={id} className="text-xl">
        {children}
      </h3>
      <HeadingLink id={id} title={children} />
    </div>
  );
}

function HeadingLink({ id, title }: { id: string; title: string }) {
  return (
    <a
      href={`#${id}`}
      aria-label={`Link to “${title}”`}
      className="px-2 no-underline group-hover:opacity-100 focus-visible:opacity-100 print:hidden [@media(hover:hover)]:opacity-0"
    >
      #
    </a>
  );
}
