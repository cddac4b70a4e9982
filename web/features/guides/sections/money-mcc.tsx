import { Fact } from "../fact.tsx";
import { SubHeading } from "../guide-section.tsx";
import { GuideTable, Row } from "../guide-table.tsx";

export function MccMoney() {
  return (
    <>
      <SubHeading id="money-mcc">Registering with MCC</SubHeading>
      <GuideTable
        title="MCC UG: fee + deposit"
        cycle="undated"
        confidence="to be confirmed"
        head={["You", "You pay"]}
      >
        <Row label="General and EWS">
          <Fact id="mccUgGeneral" />
        </Row>
        <Row label="SC, ST, OBC, PwD">
          <Fact id="mccUgReserved" />
        </Row>
        <Row label="Deemed universities">
          <Fact id="mccUgDeemedFee" />
        </Row>
      </GuideTable>
      <p>
        There are <Fact id="mccRounds" />. Leaving was free in <Fact id="mccFreeExit" />; nobody may resign{" "}
        <Fact id="mccNoResignation" />.
      </p>
      <GuideTable
        title="MCC PG: fee + deposit"
        cycle="undated"
        confidence="to be confirmed"
        head={["You", "You pay"]}
      >
        <Row label="General">
          <Fact id="mccPgGeneral" />
        </Row>
        <Row label="SC, ST, OBC">
          <Fact id="mccPgReserved" />
        </Row>
        <Row label="Deemed universities">
          <Fact id="mccPgDeemedFee" />
        </Row>
      </GuideTable>
      <p>
        In PG’s special stray round the deposit was <Fact id="mccPgStray" />, or{" "}
        <Fact id="mccPgStrayDeemed" /> for deemed universities. Students who got a seat and did not join lost
        it and were debarred.
      </p>
    </>
  );
}
