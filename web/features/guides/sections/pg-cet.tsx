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
            <Figure what="Fee for each course">
              <Fact id="pgcetFee" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Write the exam, get your rank">
          <p>Keep the admission ticket: you show it again when your papers are checked.</p>
        </Step>
        <Step title="Have your papers checked">
          <p>
            See <a href="#documents-pg-cet">the list for PGCET</a>. If the originals of your degree have not
            come yet, take printouts with the college’s seal.
          </p>
        </Step>
        <Step title="Options, mock, final list">
          <p>All of it happens within days. Keep your phone near you.</p>
          <Figures cycle="2025 cycle" confidence="to be confirmed">
            <Figure what="Options">
              <Fact id="pgcetOptions" />
            </Figure>
            <Figure what="Mock allotment">
              <Fact id="pgcetMock" />
            </Figure>
            <Figure what="Final list">
              <Fact id="pgcetFinal" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Choose, pay, join">
          <p>
            Pick one of <a href="#four-choices">the choices</a>, pay, and join before the last day.
          </p>
          <Figures cycle="2025 cycle" confidence="to be confirmed">
            <Figure what="Choices">
              <Fact id="pgcetChoices" />
            </Figure>
            <Figure what="Payment">
              <Fact id="pgcetPay" />
            </Figure>
            <Figure what="Join by">
              <Fact id="pgcetJoin" />
            </Figure>
          </Figures>
        </Step>
      </NumberedSteps>
    </GuideSection>
  );
}
