import { Smartphone } from "lucide-react";
import { type ReactNode, useId } from "react";
import { formatPaise } from "../../../../domain/money.ts";
import { paymentReference, plainAmount, upiLink } from "../../../../domain/payment.ts";
import { settings } from "../../../backend/settings.ts";
import type { OwnOrder } from "../../../queries/own-order.ts";
import { Button, buttonClasses } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyRow } from "../../../ui/copy-row.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { UTR_FIELD } from "./paid-form.tsx";
import { UpiQr } from "./upi-qr.tsx";

/** Three ways to pay by UPI, beside each other: on this phone, typed into any app, and from a second phone. */
export function UpiWays({ order }: { order: OwnOrder }) {
  const { upi } = settings();
  if (!upi.id) {
    return (
      <Notice kind="warning" title="Payment by UPI is not set up yet">
        Please ask our support how to pay; everything else is ready.
      </Notice>
    );
  }
  const payee = { id: upi.id, name: upi.name ?? "Maarga" };
  const { number, amountPaise } = order;
  const link = upiLink(payee, order);
  const amount = formatPaise(amountPaise);
  return (
    <Card className="grid gap-5">
      <div className="grid gap-2">
        <h2 className="text-xl">Pay by UPI, in one of three ways</h2>
        <p>
          Before you pay, your app shows to whom the money goes. It must be{" "}
          <strong className="wrap-anywhere">{payee.name}</strong>. If it is another name, please do not pay,
          and tell us.
        </p>
      </div>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-3">
        <Way title="On your phone">
          <a
            href={link}
            className={`${buttonClasses({ size: "large" })} w-full md:not-any-pointer-coarse:hidden`}
          >
            <Smartphone aria-hidden className="size-5" />
            Pay in a UPI app
          </a>
          <p className="text-muted text-sm md:not-any-pointer-coarse:hidden">
            It opens Google Pay, PhonePe, Paytm, BHIM or another app, with everything filled in.
          </p>
          <Button
            variant="secondary"
            className="w-full md:not-any-pointer-coarse:hidden"
            // Students who come back from their app see this part, and the field is further down.
            onClick={() => document.getElementById(UTR_FIELD)?.focus()}
          >
            Paid? Enter the UTR
          </Button>
          <p className="text-muted text-sm max-md:hidden any-pointer-coarse:hidden">
            Open this page on your phone to pay there with one tap, everything filled in.
          </p>
        </Way>
        <Way title="Typed into any app">
          <dl>
            <CopyRow name="UPI ID" value={payee.id} />
            <CopyRow name="Amount" value={amount} copyText={plainAmount(amountPaise).replace(/\.00$/, "")} />
            <CopyRow name="Reference" value={number} copyText={paymentReference(number)} />
          </dl>
          <p className="text-muted text-sm">
            Put the reference into the note or remarks, so that we find your payment at once.
          </p>
        </Way>
        <Way title="From a second phone">
          <UpiQr link={link} label={`UPI QR code for ${amount} to ${payee.id}`} />
          <p className="text-muted text-sm">
            Scan it with a UPI app on another phone. A QR code picked from the gallery is often refused above
            ₹2,000: please do not use a screenshot of it.
          </p>
        </Way>
      </div>
    </Card>
  );
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-3">
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      {children}
    </section>
  );
}
