import type { ReactNode } from "react";
import { cn } from "../../../ui/class-names.ts";
import { Fact } from "../fact.tsx";
import { GuideSection } from "../guide-section.tsx";
import { CARD } from "../term-cards.tsx";

export function FourChoices() {
  return (
    <GuideSection id="four-choices">
      <p>
        When KEA’s round gives you a seat, you choose one of four, before the last hour. The amounts below are
        those of Round 2 for engineering and other courses; what UG NEET students paid is in{" "}
        <a href="#ug-neet">their part</a>.
      </p>
      <ol className="grid gap-3">
        <Choice
          title="Choice 1: I take it and join"
          warning="This is final. Take it when the seat is the one you want."
        >
          Pay the fee, download the slip, report at the college. You are out of all later rounds.
        </Choice>
        <Choice title="Choice 2: I take it, and hope for better" warning="Not paying loses the seat.">
          Pay the fee. If a later round lifts you to an option higher on your list, the old seat is gone.
        </Choice>
        <Choice title="Choice 3: not this one, but I stay" warning="You hold no seat while you wait.">
          A caution deposit of <Fact id="cautionDeposit" /> (not for BSc Nursing, BPO, BPT and allied health).
        </Choice>
        <Choice title="Choice 4: I leave" warning="You cannot come back.">
          You are out of the process.
        </Choice>
        <Choice title="No choice made" warning="The most common loss, and the easiest to avoid." isWorst>
          If you pick nothing in time, you are <Fact id="noChoiceRemoved" />.
        </Choice>
      </ol>
    </GuideSection>
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly warning: string;
  readonly isWorst?: boolean;
  readonly children: ReactNode;
}

function Choice({ title, warning, isWorst = false, children }: ChoiceProps) {
  return (
    <li className={cn(CARD, isWorst ? "border-danger bg-danger-wash" : "bg-card")}>
      <h3 className="text-[1.125rem]">{title}</h3>
      <p className="mt-1">{children}</p>
      <p className={cn("mt-1", !isWorst && "text-muted")}>{warning}</p>
    </li>
  );
}
