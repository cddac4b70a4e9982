import { Fact } from "../fact.tsx";
import { Figure, Figures } from "../figures.tsx";
import { GuideSection } from "../guide-section.tsx";
import { NumberedSteps, Step } from "../numbered-steps.tsx";

export function PgCet() {
  return (
    <GuideSection id="pg-cet">
      <p>For MBA, MCA and ME, MTech, MArch. KEA holds the exam and gives out the seats.</p>
      <NumberedSteps>
        <Step title="Apply to KEA">
          <p>You pay for each course that you apply for. If you have a GATE score, keep the card at hand.</p>
          <Figures cycle="2025 cycle" confidence="to be confirmed">
            <Figure label="Fee for each course">
              <Fact id="pgcetFee" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Write the exam, get your rank">
          <p>Keep the admission ticket: you show it again when your documents are checked.</p>
        </Step>
        <Step title="Have your documents checked">
          <p>
            See <a href="#documents-pg-cet">the list for PGCET</a>. If the originals of your degree have not
            come yet, take printouts with the college’s seal.
          </p>
        </Step>
        <Step title="Options, mock, final list">
          <p>All of it happens within days. Keep your phone near you.</p>
          <Figures cycle="2025 cycle" confidence="to be confirmed">
            <Figure label="Options">
              <Fact id="pgcetOptions" />
            </Figure>
            <Figure label="Mock allotment">
              <Fact id="pgcetMock" />
            </Figure>
            <Figure label="Final list">
              <Fact id="pgcetFinal" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Choose, pay, join">
          <p>
            Pick one of <a href="#four-choices">the choices</a>, pay, and join before the last day.
          </p>
          <Figures cycle="2025 cycle" confidence="to be confirmed">
            <Figure label="Choices">
              <Fact id="pgcetChoices" />
            </Figure>
            <Figure label="Payment">
              <Fact id="pgcetPay" />
            </Figure>
            <Figure label="Join by">
              <Fact id="pgcetJoin" />
            </Figure>
          </Figures>
        </Step>
      </NumberedSteps>
    </GuideSection>
  );
}
