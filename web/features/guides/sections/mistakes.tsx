import { Fact } from "../fact.tsx";
import { GuideSection } from "../guide-section.tsx";

export function Mistakes() {
  return (
    <GuideSection id="mistakes">
      <p>Each of these has cost students a seat, a category or money. All can be avoided.</p>
      <ol className="grid list-decimal gap-3.5 pl-8 *:break-inside-avoid *:pl-1">
        <li>
          <strong>A parent’s or a sibling’s RD number.</strong> The claim is refused and you are moved to
          General Merit; one year saw <Fact id="rdErrors" />. Use the certificate in your own name.
        </li>
        <li>
          <strong>“No” on rural, 371(J) or agriculturist claims.</strong> They <Fact id="claimsLost" />. Rural
          students are hit hardest. Claim what is true.
        </li>
        <li>
          <strong>A changed form that nobody verified.</strong> A form that you edit <Fact id="verifyAgain" />
          .
        </li>
        <li>
          <strong>Aadhaar and SSLC differ.</strong> Name and date of birth <Fact id="aadhaarNames" />. Correct
          them before you apply.
        </li>
        <li>
          <strong>Too few options, unsaved options, a mock result that nobody looked at.</strong> Enter many,
          save each time, and use the days after the mock.
        </li>
        <li>
          <strong>P and Q seats listed without a look at the fee.</strong> After Round 2{" "}
          <Fact id="medicalGivenBack" /> were given back. List only what your family can pay.
        </li>
        <li>
          <strong>No choice by the last hour.</strong> You are <Fact id="noChoiceRemoved" />.
        </li>
        <li>
          <strong>Choice 1 too early, or Choice 2 without paying.</strong> The first ends the process for you,
          the second loses the seat.
        </li>
        <li>
          <strong>Letting a college, agent or cyber centre log in for you.</strong> Credentials given away
          like this were <Fact id="seatBlocking" />.
        </li>
        <li>
          <strong>Paying somebody who promises a seat.</strong> In KEA’s own words, <Fact id="onlyKea" />.
        </li>
        <li>
          <strong>False papers.</strong> Students who brought them were <Fact id="forgedPapers" />.
        </li>
        <li>
          <strong>Leaving it to the last hour.</strong> KEA’s servers <Fact id="serversFailed" />. Be a day
          early.
        </li>
        <li>
          <strong>One set of copies, or no phone.</strong> Bring <Fact id="reportingCopies" />, and the phone
          that gets the OTP.
        </li>
        <li>
          <strong>Thinking that MCC and KEA are one.</strong> They are two registrations, with two fees and
          two sets of last days.
        </li>
      </ol>
    </GuideSection>
  );
}
