import { Checklist, Items } from "../checklist.tsx";
import { Fact, PlainFact } from "../fact.tsx";

export function UgCetDocuments() {
  return (
    <Checklist
      id="documents-ug-cet"
      title="Documents for UG CET"
      about={
        <>
          After <Fact id="ugcetDocuments" />.
        </>
      }
    >
      <Items
        list="ug-cet"
        title="Everybody"
        items={[
          ["application", "Printout of the application, and proof that the fee is paid"],
          ["hall-ticket", "Hall ticket"],
          ["sslc", <MarksCard key="sslc" name="SSLC (class 10) marks card" />],
          ["puc", <MarksCard key="puc" name="2nd PUC (class 12) marks card" />],
          [
            "study",
            <>
              Study certificate in KEA’s form for <PlainFact id="sevenYears" />, countersigned by BEO or DDPU{" "}
              <span lang="kn">ವ್ಯಾಸಂಗ ಪ್ರಮಾಣ ಪತ್ರ</span>
            </>,
          ],
          [
            "photos",
            <>
              Passport photos: <PlainFact id="ugcetPhotos" />
            </>,
          ],
          ["aadhaar", "Aadhaar card with the same name"],
        ]}
      />
      <Items
        list="ug-cet"
        title="If you claim it"
        items={[
          [
            "caste",
            <>
              Caste, or caste and income certificate (Form D, E or F) with your own RD number{" "}
              <span lang="kn">ಜಾತಿ ಪ್ರಮಾಣ ಪತ್ರ</span>
            </>,
          ],
          ["rural", "Rural certificate; for General Merit also the Non-Creamy-Layer certificate"],
          ["kannada", "Kannada-medium certificate"],
          ["minority", "Proof of religious or linguistic minority"],
          ["371j", "371(J) certificate, Annexure-A"],
          ["income", "Income certificate, for SNQ"],
          ["disability", "Proof of disability"],
          ["service", "NCC, sports, defence, ex-defence or CAPF papers"],
          ["clause", "For clauses b to o: the papers of your parent"],
        ]}
      />
    </Checklist>
  );
}

function MarksCard({ name }: { name: string }) {
  return (
    <>
      {name} <span lang="kn">ಅಂಕಪಟ್ಟಿ</span>
    </>
  );
}
