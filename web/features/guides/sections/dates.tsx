import { Fact } from "../fact.tsx";
import { GuideSection } from "../guide-section.tsx";
import { GuideTable, Row } from "../guide-table.tsx";

export function Dates() {
  return (
    <GuideSection id="dates">
      <p>
        These days are past. They show the rhythm of a year, and how little time lies between two steps. The
        dates of your year are only in the authority’s notices.
      </p>
      <GuideTable title="UG CET" cycle="2025 cycle" head={["Step", "Day"]}>
        <Row what="Exam">
          <Fact id="ugcetExam2025" />
        </Row>
        <Row what="Verification slip, from">
          <Fact id="slip" />
        </Row>
        <Row what="Options, from">
          <Fact id="optionsOpened" />
        </Row>
        <Row what="Mock allotment">
          <Fact id="mock" />
        </Row>
        <Row what="Changes to options, until">
          <Fact id="mockEdits" />
        </Row>
        <Row what="Round 1, final">
          <Fact id="roundOneFinal" />
        </Row>
        <Row what="Choices">
          <Fact id="roundOneChoices" />
        </Row>
        <Row what="Round 2, final">
          <Fact id="roundTwoFinal" />
        </Row>
        <Row what="Round 2, report by">
          <Fact id="roundTwoReport" />
        </Row>
      </GuideTable>
      <GuideTable title="UG NEET at MCC" cycle="2025 cycle" head={["Step", "Day"]}>
        <Row what="Registration, from">
          <Fact id="mccRegistration" />
        </Row>
        <Row what="Stray round">
          <Fact id="mccStray" />
        </Row>
        <Row what="Stray round, result">
          <Fact id="mccStrayResult" />
        </Row>
      </GuideTable>
      <GuideTable title="PGCET" cycle="2025 cycle" confidence="to be confirmed" head={["Step", "Day"]}>
        <Row what="Options">
          <Fact id="pgcetOptions" />
        </Row>
        <Row what="Mock allotment">
          <Fact id="pgcetMock" />
        </Row>
        <Row what="Final allotment">
          <Fact id="pgcetFinal" />
        </Row>
        <Row what="Choices">
          <Fact id="pgcetChoices" />
        </Row>
        <Row what="Payment">
          <Fact id="pgcetPay" />
        </Row>
        <Row what="Join by">
          <Fact id="pgcetJoin" />
        </Row>
      </GuideTable>
      <GuideTable
        title="PG NEET at KEA"
        cycle="2025 cycle"
        confidence="to be confirmed"
        head={["Step", "Day"]}
      >
        <Row what="Registration">
          <Fact id="pgneetRegister" />
        </Row>
        <Row what="Verification">
          <Fact id="pgneetVerify" />
        </Row>
        <Row what="Verification, last chance">
          <Fact id="pgneetVerifyLast" />
        </Row>
        <Row what="Options">
          <Fact id="pgneetOptions" />
        </Row>
        <Row what="Mock allotment">
          <Fact id="pgneetMock" />
        </Row>
        <Row what="Changes to options, until">
          <Fact id="pgneetEdits" />
        </Row>
      </GuideTable>
    </GuideSection>
  );
}
