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
        <Row what="Government college">
          <Fact id="mbbsGovernment" />
        </Row>
        <Row what="Government quota in a private college">
          <Fact id="mbbsGovernmentInPrivate" />
        </Row>
        <Row what="Private quota">
          <Fact id="mbbsPrivate" />
        </Row>
        <Row what="NRI quota">
          <Fact id="mbbsNri" />
        </Row>
        <Row
          what={
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
        <Row what="Government quota in private colleges (G)">
          <Fact id="mbbsSpreadGovernment" />
        </Row>
        <Row what="Private quota (P)">
          <Fact id="mbbsSpreadPrivate" />
        </Row>
        <Row what="Management and NRI">
          <Fact id="mbbsSpreadNri" />
        </Row>
      </GuideTable>
      <GuideTable title="Engineering, a year" cycle="2025 cycle" head={["Seat", "Fee"]}>
        <Row what="Government (VTU, Mysuru)">
          <Fact id="engineeringGovernment" />
        </Row>
        <Row what="UVCE">
          <Fact id="engineeringUvce" />
        </Row>
        <Row what="Government quota in a private college, as declared">
          <Fact id="engineeringPrivate" />
        </Row>
        <Row what="The same in a minority college">
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
        <Row what="Between Round 1 and Round 2">
          <Fact id="pgCancelEarly" />
        </Row>
        <Row what="Not joining a clinical seat of Round 2">
          <Fact id="pgNotJoining" />
        </Row>
        <Row what="Before the mop-up">
          <Fact id="pgCancelBeforeMopUp" />
        </Row>
        <Row what="After the mop-up, medical">
          <Fact id="pgCancelAfterMopUpMedical" />
        </Row>
        <Row what="After the mop-up, dental">
          <Fact id="pgCancelAfterMopUpDental" />
        </Row>
        <Row what="Leaving a degree course">
          <Fact id="pgLeaveDegree" />
        </Row>
        <Row what="Leaving a diploma course">
          <Fact id="pgLeaveDiploma" />
        </Row>
      </GuideTable>
    </GuideSection>
  );
}
