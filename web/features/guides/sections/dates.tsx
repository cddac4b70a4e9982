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
        <Row label="Exam">
          <Fact id="ugcetExam2025" />
        </Row>
        <Row label="Verification slip, from">
          <Fact id="slip" />
        </Row>
        <Row label="Options, from">
          <Fact id="optionsOpened" />
        </Row>
        <Row label="Mock allotment">
          <Fact id="mock" />
        </Row>
        <Row label="Changes to options, until">
          <Fact id="mockEdits" />
        </Row>
        <Row label="Round 1, final">
          <Fact id="roundOneFinal" />
        </Row>
        <Row label="Choices">
          <Fact id="roundOneChoices" />
        </Row>
        <Row label="Round 2, final">
          <Fact id="roundTwoFinal" />
        </Row>
        <Row label="Round 2, report by">
          <Fact id="roundTwoReport" />
        </Row>
      </GuideTable>
      <GuideTable title="UG NEET at MCC" cycle="2025 cycle" head={["Step", "Day"]}>
        <Row label="Registration, from">
          <Fact id="mccRegistration" />
        </Row>
        <Row label="Stray round">
          <Fact id="mccStray" />
        </Row>
        <Row label="Stray round, result">
          <Fact id="mccStrayResult" />
        </Row>
      </GuideTable>
      <GuideTable title="PGCET" cycle="2025 cycle" confidence="to be confirmed" head={["Step", "Day"]}>
        <Row label="Options">
          <Fact id="pgcetOptions" />
        </Row>
        <Row label="Mock allotment">
          <Fact id="pgcetMock" />
        </Row>
        <Row label="Final allotment">
          <Fact id="pgcetFinal" />
        </Row>
        <Row label="Choices">
          <Fact id="pgcetChoices" />
        </Row>
        <Row label="Payment">
          <Fact id="pgcetPay" />
        </Row>
        <Row label="Join by">
          <Fact id="pgcetJoin" />
        </Row>
      </GuideTable>
      <GuideTable
        title="PG NEET at KEA"
        cycle="2025 cycle"
        confidence="to be confirmed"
        head={["Step", "Day"]}
      >
        <Row label="Registration">
          <Fact id="pgneetRegister" />
        </Row>
        <Row label="Verification">
          <Fact id="pgneetVerify" />
        </Row>
        <Row label="Verification, last chance">
          <Fact id="pgneetVerifyLast" />
        </Row>
        <Row label="Options">
          <Fact id="pgneetOptions" />
        </Row>
        <Row label="Mock allotment">
          <Fact id="pgneetMock" />
        </Row>
        <Row label="Changes to options, until">
          <Fact id="pgneetEdits" />
        </Row>
      </GuideTable>
    </GuideSection>
  );
}
