import { Checklist, Items } from "../checklist.tsx";
import { Fact, PlainFact } from "../fact.tsx";

export function PgNeetDocuments() {
  return (
    <Checklist
      id="documents-pg-neet"
      title="Documents for PG NEET, Karnataka’s seats"
      about={
        <>
          After <Fact id="pgneetDocuments" />.
        </>
      }
    >
      <Items
        list="pg-neet"
        title="Everybody"
        items={[
          ["admit-card", "NEET-PG admit card"],
          ["score-card", "NEET-PG score card"],
          ["marks", "MBBS or BDS marks cards of all years"],
          ["degree", "Degree or provisional certificate"],
          ["internship", "Internship completion certificate"],
          ["council", "Registration with the NMC or the state council"],
          ["birth", "Proof of date of birth"],
          ["id", "Proof of identity, and photos"],
          ["bonds", "The bonds, on stamp paper"],
        ]}
      />
      <Items
        list="pg-neet"
        title="If it applies to you"
        items={[
          ["origin", "Papers on Karnataka origin and study"],
          ["category", "Category papers"],
          ["in-service", "In-service papers"],
        ]}
      />
    </Checklist>
  );
}

export function PgCetDocuments() {
  return (
    <Checklist
      id="documents-pg-cet"
      title="Documents for PG CET (PGCET)"
      about={
        <>
          After <Fact id="pgcetDocuments" />.
        </>
      }
    >
      <Items
        list="pg-cet"
        title="Everybody"
        items={[
          ["application", "Printout of the application, and proof that the fee is paid"],
          ["ticket", "Admission ticket"],
          ["sslc", "SSLC (class 10) marks card"],
          ["puc", "2nd PUC (class 12) marks card"],
          [
            "degree-marks",
            "All degree marks cards; printouts with the college’s seal if originals are awaited",
          ],
          ["degree", "Degree or provisional certificate"],
          ["study", "Study certificate (Karnataka), countersigned by the BEO"],
        ]}
      />
      <Items
        list="pg-cet"
        title="If it applies to you"
        items={[
          ["gate", "GATE score card"],
          ["caste", "Caste, or caste and income certificate"],
          [
            "experience",
            <>
              Part-time courses: proof of <PlainFact id="pgcetExperience" /> of work
            </>,
          ],
          ["sponsor", "Sponsorship papers"],
        ]}
      />
    </Checklist>
  );
}
