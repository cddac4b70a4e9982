import { Checklist, Items } from "../checklist.tsx";
import { Fact, PlainFact } from "../fact.tsx";

export function UgNeetDocuments() {
  return (
    <Checklist
      id="documents-ug-neet"
      title="Documents for UG NEET, Karnataka’s seats"
      about={
        <>
          Everything on <a href="#documents-ug-cet">the list for UG CET</a>, and these. The service affidavit
          is for <Fact id="mbbsService" />.
        </>
      }
    >
      <Items
        list="ug-neet"
        title="Everybody"
        items={[
          ["ug-cet", "Everything on the list for UG CET"],
          ["admit-card", "NEET admit card"],
          ["score-card", "NEET score card"],
          ["english", "Marks card that shows English as a subject"],
          ["service", "For MBBS: the affidavit on compulsory service"],
        ]}
      />
      <Items
        list="ug-neet"
        title="For an NRI ward’s seat"
        items={[
          ["tree", "Family tree signed by the Tahsildar; a notary’s is not enough"],
          [
            "embassy",
            <>
              The sponsor’s certificate from the embassy, <PlainFact id="nriCertificateAge" />
            </>,
          ],
          ["sponsor", "The sponsor’s NRI or OCI papers"],
          ["bank", "The bank passbook"],
          ["passport", "Passport"],
          ["visa", "Visa"],
        ]}
      />
    </Checklist>
  );
}
