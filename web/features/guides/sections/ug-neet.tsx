import { Fact } from "../fact.tsx";
import { Figure, Figures } from "../figures.tsx";
import { GuideSection } from "../guide-section.tsx";
import { NumberedSteps, Step } from "../numbered-steps.tsx";

export function UgNeet() {
  return (
    <GuideSection id="ug-neet">
      <p>
        For medical, dental and AYUSH seats. Two authorities give them out, each with its own registration.
      </p>
      <NumberedSteps>
        <Step title="Fill in KEA’s form as well">
          <p>
            If you aim for medical, dental, AYUSH, architecture, physiotherapy, BSc Nursing or allied health,
            you fill in the KCET application too, even though your rank comes from NEET, NATA or your PU
            marks.
          </p>
          <p>
            KEA said that the form would not open again. In practice a short window came after the NEET result
            (
            <Fact id="lateWindow2024" />; until <Fact id="lateWindow2025" />
            ). Never rely on it.
          </p>
        </Step>
        <Step title="Write NEET, get your rank">
          <p>
            NTA publishes it. Keep the admit card and the score card. You also need English as a subject, and
            enough marks in physics, chemistry and biology together.
          </p>
          <Figures cycle="2019 cycle">
            <Figure label="Marks in the three subjects">
              <Fact id="pcbGeneral" />
            </Figure>
            <Figure label="SC, ST, Category 1, 2A, 2B, 3A, 3B">
              <Fact id="pcbReserved" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Register with both">
          <p>
            KEA for Karnataka’s seats, MCC for the all-India, deemed and central ones. Each has its own fee,
            rounds and last days.
          </p>
          <Figures cycle="2025 cycle">
            <Figure label="MCC’s registration, from">
              <Fact id="mccRegistration" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Have your documents checked">
          <p>
            <span lang="kn">ದಾಖಲೆ ಪರಿಶೀಲನೆ</span>, document verification: see{" "}
            <a href="#documents-ug-neet">the list for UG NEET in Karnataka</a>.
          </p>
        </Step>
        <Step title="One list of options">
          <p>
            Medical and engineering options are in one list at KEA. Look at the fee before you list a private
            or NRI seat: <a href="#money">the fees</a> lie very far apart. The{" "}
            <a href="/cutoffs?exam=UGNEET">closing ranks of earlier rounds</a> are here, too.
          </p>
        </Step>
        <Step title="Round 1: the choice costs money">
          <p>For Choice 2 on an expensive seat only a part was due at once, the rest after Round 2.</p>
          <Figures cycle="2025 cycle">
            <Figure label="On seats above">
              <Fact id="neetRoundOneAbove" />
            </Figure>
            <Figure label="due at once">
              <Fact id="neetRoundOneUpfront" />
            </Figure>
            <Figure label="SC, ST, Category 1">
              <Fact id="neetRoundOneUpfrontReserved" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Round 2 and later">
          <p>
            Students who came in new for Round 2 paid a caution deposit of <Fact id="neetRoundTwoDeposit" />,
            counted towards the fee. For a later round we have seen <Fact id="neetLaterDeposit" />: ask for
            your course. In the mop-up it was <Fact id="mopUpDeposit" />, lost together with the first-year
            fee by those who did not join.
          </p>
        </Step>
        <Step title="A seat from both">
          <p>
            KEA <Fact id="mccLeave" />. This is decided again each year: read the notice before you hold two.
          </p>
        </Step>
        <Step title="The service bond">
          <p>
            MBBS students sign an affidavit for <Fact id="mbbsService" /> of compulsory service.
          </p>
        </Step>
      </NumberedSteps>
      <p>
        <strong>From outside Karnataka?</strong> You get no reservation here and need the general percentile.
        AYUSH seats through KEA were <Fact id="outsideAyush" />.
      </p>
    </GuideSection>
  );
}
