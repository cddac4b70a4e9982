import type { Confidence, FactRecord } from "../fact-record.ts";
import { SOURCES, type SourceId } from "../fact-sources.ts";
import { dayText } from "../fact-text.ts";
import { FACTS } from "../facts.ts";
import { GuideSection } from "../guide-section.tsx";

const CONFIDENCE_TEXTS: Readonly<Record<Confidence, string>> = {
  authority: "the authority’s own text",
  newspaper: "a newspaper that quotes the authority",
  "to be confirmed": "a portal only, to be confirmed",
};

export function Sources() {
  return (
    <GuideSection id="sources">
      <p>Every number and date above leads here. Where a source is old, this year’s notice may differ.</p>
      <ul
        data-sources
        className="text-[0.875rem] *:target:rounded-control *:target:bg-marigold-wash *:target:outline-4 *:target:outline-marigold-wash"
      >
        {sourcesInUse().map(({ id, first }) => (
          <li key={id} id={`source-${id}`} tabIndex={-1}>
            {SOURCES[id]}
            <span className="block text-muted">
              {first.cycle}; {CONFIDENCE_TEXTS[first.confidence]}; checked{" "}
              <time dateTime={first.checked}>{dayText(first.checked)}</time>
            </span>
          </li>
        ))}
      </ul>
    </GuideSection>
  );
}

/** All facts from a source share its cycle and confidence, so the first fact stands for all. */
function sourcesInUse(): { id: SourceId; first: FactRecord }[] {
  const records: readonly FactRecord[] = Object.values(FACTS);
  return [...new Set(records.map(({ source }) => source))].flatMap((id) => {
    const first = records.find(({ source }) => source === id);
    return first ? [{ id, first }] : [];
  });
}
