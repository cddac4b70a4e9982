import { Fact } from "../fact.tsx";
import { Figure, Figures } from "../figures.tsx";
import { GuideSection } from "../guide-section.tsx";
import { NumberedSteps, Step } from "../numbered-steps.tsx";

export function UgCet() {
  return (
    <GuideSection id="ug-cet">
      <p>
        For engineering and the other undergraduate courses that KEA gives out. UG NEET students join the same
        way, so read this part first whichever exam you write.
      </p>
      <NumberedSteps>
        <Step title="Apply online, once, with care">
          <p>
            One application serves all courses. You prove who you are with Aadhaar: your name and date of
            birth have to be the same on Aadhaar and SSLC card, and your mobile number linked to Aadhaar.
            Correct this weeks before you apply.
          </p>
          <Figures cycle="2026 cycle">
            <Figure label="Applications opened">
              <Fact id="ugcetOpened2026" />
            </Figure>
            <Figure label="Exam">
              <Fact id="ugcetExam2026" />
            </Figure>
            <Figure label="Kannada test">
              <Fact id="kannadaTest2026" />
            </Figure>
          </Figures>
          <Figures cycle="2026 cycle" confidence="to be confirmed">
            <Figure label="Fee: General Merit, 2A, 2B, 3A, 3B">
              <Fact id="ugcetFeeGeneral" />
            </Figure>
            <Figure label="SC, ST, Category 1">
              <Fact id="ugcetFeeReserved" />
            </Figure>
            <Figure label="From outside Karnataka">
              <Fact id="ugcetFeeOutsideState" />
            </Figure>
            <Figure label="From outside India">
              <Fact id="ugcetFeeOutsideIndia" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Claim what is yours">
          <p>
            Eligibility clause, rural, Kannada medium, minority, 371(J), caste and income: claim each one that
            is true for you now. Changes end early, and a form that you change has to be verified again. See{" "}
            <a href="#clauses">clauses and checks</a>.
          </p>
          <Figures cycle="2025 cycle">
            <Figure label="Changes until">
              <Fact id="editsClosed" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Write the exam, get your ranks">
          <p>You get a rank for each discipline, not one for everything.</p>
        </Step>
        <Step title="Read the verification slip, line by line">
          <p>
            It shows your category, claims and ranks, and the seats follow it. Report a mistake at once. It
            carries your <em>secret key</em>: show that to nobody.
          </p>
          <Figures cycle="2025 cycle">
            <Figure label="Slip, from">
              <Fact id="slip" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Enter your options">
          <p>
            When seats and fees are published you list college and course, strictly in your order of
            preference. List as many as you like: KEA itself advises more. Medical and engineering are in one
            list (
            <Fact id="combinedList" />
            ). Save each time. What is saved when the list closes is what counts. Look up{" "}
            <a href="/cutoffs">which seats are in reach with your rank</a>, and{" "}
            <a href="/colleges">every college with its closing ranks</a>.
          </p>
          <Figures cycle="2025 cycle">
            <Figure label="Options, from">
              <Fact id="optionsOpened" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Use the mock allotment">
          <p>
            It is a rehearsal and gives nobody a seat. Afterwards you may add, delete and reorder once more.
          </p>
          <Figures cycle="2025 cycle">
            <Figure label="Mock allotment">
              <Fact id="mock" />
            </Figure>
            <Figure label="Changes until">
              <Fact id="mockEdits" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Round 1: see your seat, make your choice">
          <p>
            First comes a provisional list, then the final one. Then you pick one of{" "}
            <a href="#four-choices">the four choices</a>. Doing nothing is the worst of them.
          </p>
          <Figures cycle="2025 cycle">
            <Figure label="Provisional list">
              <Fact id="roundOneProvisional" />
            </Figure>
            <Figure label="Final list">
              <Fact id="roundOneFinal" />
            </Figure>
            <Figure label="Choices">
              <Fact id="roundOneChoices" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Pay, print, report">
          <p>
            After Choice 1 you pay, download the seat confirmation slip, and report with the originals,
            photocopies and your phone. The last slip and the last minute to report may be on the same
            afternoon.
          </p>
          <Figures cycle="2025 cycle">
            <Figure label="Sets to bring">
              <Fact id="reportingCopies" />
            </Figure>
            <Figure label="Round 2: slip until">
              <Fact id="roundTwoSlip" />
            </Figure>
            <Figure label="Round 2: report by">
              <Fact id="roundTwoReport" />
            </Figure>
          </Figures>
        </Step>
        <Step title="Round 2, Round 3 and what is left">
          <p>
            Then come Round 3 or a mop-up, and a stray round, medical last of all. After Round 3{" "}
            <Fact id="noChoicesLater" />: what you get there is what you have.
          </p>
          <Figures cycle="2025 cycle">
            <Figure label="Round 2, final">
              <Fact id="roundTwoFinal" />
            </Figure>
            <Figure label="Medical rounds ran into">
              <Fact id="medicalRanInto" />
            </Figure>
          </Figures>
        </Step>
      </NumberedSteps>
    </GuideSection>
  );
}
