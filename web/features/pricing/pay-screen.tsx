import { ArrowLeft, MessageCircle, Smartphone } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatRupees } from "../../../domain/money.ts";
import {
  messagingLink,
  type Payer,
  type Payment,
  paymentReference,
  proofMessage,
  upiLink,
} from "../../../domain/payment.ts";
import { planLabel } from "../../../domain/plans.ts";
import { settings } from "../../backend/settings.ts";
import type { Offer } from "../../queries/offers.ts";
import type { OwnProfile } from "../../queries/own-profile.ts";
import { useUser } from "../../queries/user.ts";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyRow } from "../../ui/copy-row.tsx";
import { Notice } from "../../ui/notice.tsx";
import { planEnd } from "./plan-end.ts";
import { UpiQr } from "./upi-qr.tsx";

interface PayScreenProps {
  readonly plan: Offer;
  readonly amount: number;
  readonly profile: OwnProfile;
  readonly isUpgrade?: boolean;
  readonly onBack: () => void;
}

/** Shows how to pay and how to send the proof. Nothing is charged here: an admin checks whether the money has arrived. */
export function PayScreen({ plan, amount, profile, isUpgrade = false, onBack }: PayScreenProps) {
  const user = useUser();
  const payment: Payment = { plan, amount, reference: paymentReference(user.id, plan) };
  const payer: Payer = {
    name: `${profile.firstName} ${profile.lastName}`.trim(),
    email: profile.email || user.email || "",
    phone: profile.phone,
  };
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <Button variant="quiet" className="-ml-3 w-fit" onClick={onBack}>
        <ArrowLeft aria-hidden className="size-4" />
        Back
      </Button>
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
          Pay <span className="tabular">{formatRupees(amount)}</span>
        </h1>
        <p className="mt-1 text-muted">
          {isUpgrade ? `The difference for the upgrade to ${planLabel(plan)}.` : `For ${planLabel(plan)}.`}{" "}
          <span className="tabular whitespace-nowrap">{planEnd(plan)}.</span>
        </p>
        <p className="mt-2 text-muted text-sm">
          Fees once paid are not refunded: please read <PolicyLink to="/terms">our terms</PolicyLink> and{" "}
          <PolicyLink to="/cancellation-and-refund">our refund policy</PolicyLink> first.
        </p>
      </div>
      <PayByUpi payment={payment} />
      <SendProof payment={payment} payer={payer} />
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

function PayByUpi({ payment }: { payment: Payment }) {
  const { upi } = settings();
  if (!upi.id) {
    return (
      <Notice kind="warning" title="Payment by UPI is not set up yet">
        Please ask our support how to pay; everything else is ready.
      </Notice>
    );
  }
  const link = upiLink({ id: upi.id, name: upi.name ?? "Maarga" }, payment);
  return (
    <Card className="grid gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="grid content-start justify-items-center gap-3">
        <UpiQr link={link} label={`UPI QR code for ${formatRupees(payment.amount)} to ${upi.id}`} />
        <p className="text-center text-muted text-sm">Scan it with a UPI app on another phone.</p>
      </div>
      <div className="grid content-start gap-4">
        <a href={link} className={`${buttonClasses({ variant: "primary", size: "large" })} md:hidden`}>
          <Smartphone aria-hidden className="size-5" />
          Pay in a UPI app
        </a>
        <dl>
          <CopyRow name="UPI ID" value={upi.id} />
          <CopyRow name="Amount" value={formatRupees(payment.amount)} copyText={String(payment.amount)} />
          <CopyRow name="Reference" value={payment.reference} />
        </dl>
        <p className="text-muted text-sm">
          Please do not use a screenshot of this code from your own gallery: for many payees, UPI apps refuse
          that above ₹2,000. Scan it from another screen, open the app with the button, or copy the UPI ID and
          the amount.
        </p>
      </div>
    </Card>
  );
}

function SendProof({ payment, payer }: { payment: Payment; payer: Payer }) {
  const { support } = settings();
  const phone = support.whatsapp ?? support.phone;
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl">Then send us the screenshot</h2>
      <ol className="grid list-decimal gap-1 pl-5">
        <li>Pay the exact amount and take a screenshot of the payment.</li>
        <li>Send the screenshot{phone ? ` over WhatsApp to ${phone}` : " to our support"}.</li>
        <li>We check it and activate your plan.</li>
      </ol>
      {phone && (
        <a
          href={messagingLink(phone, proofMessage(payer, payment))}
          target="_blank"
          rel="noopener noreferrer"
          className={`${buttonClasses({ variant: "secondary" })} w-full sm:w-fit`}
        >
          <MessageCircle aria-hidden className="size-5" />
          Send the screenshot
          <span className="sr-only"> (opens WhatsApp)</span>
        </a>
      )}
    </Card>
  );
}
