import { Fact } from "../fact.tsx";
import { GuideSection, SubHeading } from "../guide-section.tsx";
import { GuideTable, Row } from "../guide-table.tsx";
import { MccMoney } from "./money-mcc.tsx";

export function Money() {
  return (
    <GuideSection id="money">
      <p>
        Typical published figures. Colleges differ: look up the college’s own line in the fee list before you
        put it on your option list.
      </p>
      <SubHeading id="money-fees">Course fees</SubHeading>
      <GuideTable title="MBBS, a year" cycle="2025 cycle" head={["Seat", "Fee"]}>
        <Row label="Government college">
          <Fact id="mbbsGovernment" />
        </Row>
        <Row label="Government quota in a private college">
          <Fact id="mbbsGovernmentInPrivate" />
        </Row>
        <Row label="Private quota">
          <Fact id="mbbsPrivate" />
        </Row>
        <Row label="NRI quota">
          <Fact id="mbbsNri" />
        </Row>
        <Row
          label={
            <>
              NRI quota in a government college (<Fact id="nriInGovernmentShare" /> of the new seats; what
              stays empty becomes a Q seat)
            </>
          }
        >
          <Fact id="nriInGovernment" />
        </Row>
      </GuideTable>
      <GuideTable
        title="MBBS, from the cheapest college to the most expensive"
        cycle="2024 cycle"
        head={["Seat", "Fee"]}
      >
        <Row label="Government quota in private colleges (G)">
          <Fact id="mbbsSpreadGovernment" />
        </Row>
        <Row label="Private quota (P)">
          <Fact id="mbbsSpreadPrivate" />
        </Row>
        <Row label="Management and NRI">
          <Fact id="mbbsSpreadNri" />
        </Row>
      </GuideTable>
      <GuideTable title="Engineering, a year" cycle="2025 cycle" head={["Seat", "Fee"]}>
        <Row label="Government (VTU, Mysuru)">
          <Fact id="engineeringGovernment" />
        </Row>
        <Row label="UVCE">
          <Fact id="engineeringUvce" />
        </Row>
        <Row label="Government quota in a private college, as declared">
          <Fact id="engineeringPrivate" />
        </Row>
        <Row label="The same in a minority college">
          <Fact id="engineeringMinority" />
        </Row>
      </GuideTable>
      <p>
        Students have reported being asked for more than the declared fee. Ask for a receipt for everything,
        and tell KEA.
      </p>

      <MccMoney />

      <SubHeading id="money-leaving">What leaving late costs</SubHeading>
      <p>
        Engineering, after the casual round: <Fact id="leavingLate" />. KEA collected{" "}
        <Fact id="leavingStudents2020" /> and <Fact id="leavingStudents2022" />. Cancelling earlier, within
        the time allowed for it, cost <Fact id="earlyCancel" />.
      </p>
      <SubHeading id="money-leaving-pg">What leaving PG NEET costs</SubHeading>
      <GuideTable title="PG NEET in Karnataka" cycle="2025 cycle" head={["When you leave", "You pay"]}>
        <Row label="Between Round 1 and Round 2">
          <Fact id="pgCancelEarly" />
        </Row>
        <Row label="Not joining a clinical seat of Round 2">
          <Fact id="pgNotJoining" />
        </Row>
        <Row label="Before the mop-up">
          <Fact id="pgCancelBeforeMopUp" />
        </Row>
        <Row label="After the mop-up, medical">
          <Fact id="pgCancelAfterMopUpMedical" />
        </Row>
        <Row label="After the mop-up, dental">
          <Fact id="pgCancelAfterMopUpDental" />
        </Row>
        <Row label="Leaving a degree course">
          <Fact id="pgLeaveDegree" />
        </Row>
        <Row label="Leaving a diploma course">
          <Fact id="pgLeaveDiploma" />
        </Row>
      </GuideTable>
    </GuideSection>
  );
}
