import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatPaise } from "../../../domain/money.ts";
import { type Plan, planLabel } from "../../../domain/plans.ts";
import type { OwnProfile } from "../../queries/own-profile.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Paying } from "./paying-parts.tsx";
import { planEnd } from "./plan-end.ts";

interface PayScreenProps {
  readonly plan: Plan;
  readonly amountPaise: number;
  /** Undefined if the plan is no longer offered. */
  readonly expiresAt: Date | undefined;
  readonly profile: OwnProfile;
  readonly isUpgrade: boolean;
  readonly onBack: () => void;
  /** The student has sent the UTR of their payment. */
  readonly onSent: () => void;
}

/** Shows how to pay and how to send the proof. Nothing is charged here: an admin checks whether the money has arrived. */
export function PayScreen(props: PayScreenProps) {
  const { plan, amountPaise, expiresAt, profile, isUpgrade, onBack, onSent } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="mx-auto grid max-w-4xl gap-4">
      <Button variant="quiet" className="-ml-3 w-fit" onClick={onBack}>
        <ArrowLeft aria-hidden className="size-4" />
        Back
      </Button>
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
          Pay <span className="tabular">{formatPaise(amountPaise)}</span>
        </h1>
        <p className="mt-1 text-muted">
          {isUpgrade ? `The difference for the upgrade to ${planLabel(plan)}.` : `For ${planLabel(plan)}.`}{" "}
          {expiresAt && <span className="tabular whitespace-nowrap">{planEnd({ expiresAt })}.</span>}
        </p>
        <p className="mt-2 text-muted text-sm">
          Fees once paid are not refunded: please read <PolicyLink to="/terms">our terms</PolicyLink> and{" "}
          <PolicyLink to="/cancellation-and-refund">our refund policy</PolicyLink> first.
        </p>
      </div>
      <Paying plan={plan} profile={profile} onSent={onSent} />
      <Notice kind="info">
        Payments may take some time to reflect. Your plan is activated after verification.
      </Notice>
    </div>
  );
}

function PolicyLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} className="text-press underline underline-offset-4">
      {children}
    </a>
  );
}
