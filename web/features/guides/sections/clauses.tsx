import { Fact } from "../fact.tsx";
import { GuideSection, SubHeading } from "../guide-section.tsx";
import { GuideTable, Row } from "../guide-table.tsx";
import { TermCard, TermCards } from "../term-cards.tsx";

export function Clauses() {
  return (
    <GuideSection id="clauses">
      <p>
        For a government-quota seat you need one eligibility clause, from a to o. One is enough: claim the one
        that you can prove best.
      </p>
      <TermCards>
        <TermCard term="Clause a">
          You studied <Fact id="sevenYears" /> in Karnataka between class 1 and 2nd PUC (class 12), and passed
          SSLC (class 10) or 2nd PUC (class 12) here. Years with gaps between them count; a class that you
          repeated counts once.
        </TermCard>
        <TermCard term="Clause b">
          You studied <Fact id="bothPucYears" /> in Karnataka, and a parent studied here for{" "}
          <Fact id="parentSevenYears" />.
        </TermCard>
        <TermCard term="Clauses c and d">
          Horanadu and Gadinadu Kannadigas: mother tongue Kannada, Tulu or Kodava, domicile papers, and KEA’s
          Kannada test (<Fact id="kannadaTestPass" /> marks pass).
        </TermCard>
        <TermCard term="Clauses e, f, g, h, o and others">
          Children of people in defence, ex-service, CAPF, all-India service, transferred staff and similar.
          Every word counts in these: read the bulletin’s own text.
        </TermCard>
      </TermCards>
      <p>
        Category, rural and Kannada-medium benefits went with clauses <Fact id="benefitsWith" />, not with{" "}
        <Fact id="benefitsWithout" />.
      </p>

      <SubHeading id="clauses-checks">How your claims are checked</SubHeading>
      <GuideTable title="Who has to go where" cycle="2025 cycle" head={["You", "What to do"]}>
        <Row label="Clause a, without a Kannada, rural or minority claim, with your years found in the school register (SATS)">
          The claim certificate says “Successfully Verified”: <Fact id="routeNoVisit" />.
        </Row>
        <Row label="Clause a with a Kannada-medium, rural, religious or linguistic claim">
          The certificate says Claimed Verified, Not Verified or Not Claimed. Go to your PU college’s
          principal, or the nearest government PU college, with originals and <Fact id="verificationCopies" />
          .
        </Row>
        <Row label="Clauses b, c, d, i, j, k, l, m, n">
          At KEA, on a day booked online (from <Fact id="keaVerification" />
          ).
        </Row>
        <Row label="Clauses e, f, g, h, o">School papers at a PU college; defence or CAPF papers at KEA.</Row>
        <Row label="371(J), caste, caste and income">
          The RD number is checked online. It must be your own certificate, and valid.
        </Row>
      </GuideTable>
    </GuideSection>
  );
}
