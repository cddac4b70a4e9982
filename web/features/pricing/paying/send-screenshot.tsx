import { MessageCircle } from "lucide-react";
import { messagingLink, proofMessage } from "../../../../domain/payment.ts";
import { settings } from "../../../backend/settings.ts";
import type { OwnOrder } from "../../../queries/own-order.ts";
import type { OwnProfile } from "../../../queries/own-profile.ts";
import { useUser } from "../../../queries/user.ts";
import { buttonClasses } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";

/** The other way to prove a payment: an admin puts the payment to the order. */
export function SendScreenshot({ order, profile }: { order: OwnOrder; profile: OwnProfile }) {
  const user = useUser();
  const { support } = settings();
  const phone = support.whatsapp ?? support.phone;
  const payer = {
    name: `${profile.firstName} ${profile.lastName}`.trim(),
    email: profile.email || user.email || "",
    phone: profile.phone,
  };
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl">Or send us the screenshot{phone ? " over WhatsApp" : ""}</h2>
      <ol className="grid list-decimal gap-1 pl-5">
        <li>Pay the exact amount and take a screenshot of the payment.</li>
        <li>Send the screenshot{phone ? ` over WhatsApp to ${phone}` : " to our support"}.</li>
        <li>We check it and activate your plan.</li>
      </ol>
      {phone && (
        <a
          href={messagingLink(phone, proofMessage(payer, order))}
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
