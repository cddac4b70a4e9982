import { Fact } from "../fact.tsx";
import { Section } from "../section.tsx";

export function FourChoices() {
  return (
    <Section id="four-choices">
      <p>
        When KEA’s round gives you a seat, you choose one of four, before the last hour. The money below is
        that of Round 2 for engineering and other courses; what UG NEET students paid stands in{" "}
        <a href="#ug-neet">their part</a>.
      </p>
      <ol className="guide-cards guide-choices">
        <li>
          <h3>Choice 1: I take it and join</h3>
          <p>Pay the fee, download the slip, report at the college. You are out of all later rounds.</p>
          <p className="guide-watch">This is final. Take it when the seat is the one you want.</p>
        </li>
        <li>
          <h3>Choice 2: I take it, and hope for better</h3>
          <p>
            Pay the fee. If a later round lifts you to an option higher on your list, the old seat is gone.
          </p>
          <p className="guide-watch">Not paying loses the seat.</p>
        </li>
        <li>
          <h3>Choice 3: not this one, but I stay</h3>
          <p>
            A caution deposit of <Fact id="cautionDeposit" /> (not for BSc Nursing, BPO, BPT and allied
            health).
          </p>
          <p className="guide-watch">You hold no seat while you wait.</p>
        </li>
        <li>
          <h3>Choice 4: I leave</h3>
          <p>You are out of the process.</p>
          <p className="guide-watch">You cannot come back.</p>
        </li>
        <li>
          <h3>No choice made</h3>
          <p>
            Who picks nothing in time is <Fact id="noChoiceRemoved" />.
          </p>
          <p className="guide-watch">The commonest loss, and the easiest to avoid.</p>
        </li>
      </ol>
    </Section>
  );
}
