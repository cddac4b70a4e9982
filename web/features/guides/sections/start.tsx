import { GuideSection } from "../guide-section.tsx";

export function Start() {
  return (
    <GuideSection id="start">
      <ul>
        <li>
          <strong>The authority’s notice prevails.</strong> We wrote this guide from what KEA, MCC and the
          newspapers published. Rules, fees and dates change every year, sometimes in the middle of a round.
          Where this page and a notice differ, the notice is right.
        </li>
        <li>
          <strong>Nobody can promise you a seat.</strong> Not a college, not an agent, and not us. Seats are
          allotted by rank, category and the options you enter.
        </li>
        <li>
          <strong>Keep your keys.</strong> Nobody should ask for your KEA password, your secret key or a
          one-time password (OTP). We never do. Say no to anyone who asks.
        </li>
        <li>
          <strong>Read the small print beside a number.</strong> It says which year the number belongs to.
          Press the number to see where it comes from. “To be confirmed” means that we have only seen it on a
          portal: check it before you rely on it.
        </li>
      </ul>
    </GuideSection>
  );
}
