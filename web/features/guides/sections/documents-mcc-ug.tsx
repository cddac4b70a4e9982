import { Checklist, Items } from "../checklist.tsx";
import { Fact, PlainFact } from "../fact.tsx";

export function MccUgDocuments() {
  return (
    <Checklist
      id="documents-mcc-ug"
      title="Documents for MCC UG, at the college"
      about={
        <>
          After <Fact id="mccDocuments" />.
        </>
      }
    >
      <Items
        list="mcc-ug"
        title="Everybody"
        items={[
          ["admit-card", "NTA admit card"],
          ["result", "NTA result or rank letter"],
          ["allotment", "MCC allotment letter"],
          ["class-10", "Class 10 certificate and marks"],
          ["class-12", "Class 12 certificate and marks"],
          ["birth", "Proof of birth, if the class 10 certificate does not show the date"],
          [
            "photos",
            <>
              Photos, the same as on the form: <PlainFact id="mccPhotos" />
            </>,
          ],
          ["id", "Proof of identity"],
        ]}
      />
      <Items
        list="mcc-ug"
        title="If you claim it"
        items={[
          ["category", "Category certificate"],
          ["disability", "Disability (PwD) certificate"],
        ]}
      />
    </Checklist>
  );
}
