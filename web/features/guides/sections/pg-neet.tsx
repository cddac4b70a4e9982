import { Fact } from "../fact.tsx";
import { Figure, Figures } from "../figures.tsx";
import { GuideSection } from "../guide-section.tsx";
import { NumberedSteps, Step } from "../numbered-steps.tsx";

export function PgNeet() {
  return (
    <GuideSection id="pg-neet">
      <p>
        For postgraduate medical and dental seats. NBEMS gives the rank; KEA gives out Karnataka’s seats, MCC
        the all-India and deemed ones. Leaving late is expensive here: read{" "}
        <a href="#money-leaving-pg">what it costs</a> first.
      </p>
      <NumberedSteps>
        <Step title="Register with KEA, and with MCC if you want both">
          <p>Two registrations, two fees, two sets of last days.</p>
          <Figures cycle="2025 cycle" confidence="to be confirmed">
            <Figure label="KEA’s registration">
              <Fact id="pgneetRegister" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Have your documents checked, in person">
          <p>
            At KEA in Bengaluru. See <a href="#documents-pg-neet">the list for PG NEET</a>, and plan the
            journey.
          </p>
          <Figures cycle="2025 cycle" confidence="to be confirmed">
            <Figure label="Verification">
              <Fact id="pgneetVerify" />
            </Figure>
            <Figure label="Last chance">
              <Fact id="pgneetVerifyLast" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Options and mock">
          <p>
            List colleges and courses in your order of preference, look at the mock, and correct the list.
          </p>
          <Figures cycle="2025 cycle" confidence="to be confirmed">
            <Figure label="Options">
              <Fact id="pgneetOptions" />
            </Figure>
            <Figure label="Mock allotment">
              <Fact id="pgneetMock" />
            </Figure>
            <Figure label="Changes until">
              <Fact id="pgneetEdits" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Round 1, and your originals">
          <p>
            The originals were to be deposited <Fact id="pgneetOriginals" />; otherwise the seat was
            withdrawn.
          </p>
        </Step>
        <Step title="Later rounds and the bond">
          <p>Everybody serves after the course. On a government seat you serve longer, or pay instead.</p>
          <Figures cycle="2025 cycle">
            <Figure label="Service, everybody">
              <Fact id="pgServiceAll" />
            </Figure>
            <Figure label="On a government seat">
              <Fact id="pgServiceGovernment" />
            </Figure>
            <Figure label="or a payment of">
              <Fact id="pgServiceBond" />
            </Figure>
          </Figures>
        </Step>
      </NumberedSteps>
    </GuideSection>
  );
}
