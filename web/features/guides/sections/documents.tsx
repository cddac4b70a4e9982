import { GuideSection } from "../guide-section.tsx";
import { MccUgDocuments } from "./documents-mcc-ug.tsx";
import { PgCetDocuments, PgNeetDocuments } from "./documents-pg.tsx";
import { UgCetDocuments } from "./documents-ug-cet.tsx";
import { UgNeetDocuments } from "./documents-ug-neet.tsx";

export function Documents() {
  return (
    <GuideSection id="documents">
      <p>
        Tick what you have; your ticks stay on this device. Or print a list and put it on the wall. Take
        originals and copies, and look at the year’s own list before you go.
      </p>
      <UgCetDocuments />
      <UgNeetDocuments />
      <MccUgDocuments />
      <PgNeetDocuments />
      <PgCetDocuments />
    </GuideSection>
  );
}
