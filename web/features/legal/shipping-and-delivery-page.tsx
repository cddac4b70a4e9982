import { publicMeta } from "../../layout/public-meta.ts";
import { Clause, ContactLines, LegalFrame } from "./legal-frame.tsx";

export const handle = { isStatic: true };

export const meta = () =>
  publicMeta({
    title: "Shipping and Delivery: Maarga",
    description:
      "Shipping is not applicable for business: Maarga sends no goods. How a plan reaches you after the payment.",
    path: "/shipping-and-delivery",
  });

export default function ShippingPage() {
  return (
    <LegalFrame
      title="Shipping and Delivery"
      current="/shipping-and-delivery"
      inShort="Shipping is not applicable for business. Everything we do for you happens online or by phone."
    >
      <Clause title="No goods">
        <p>
          Maarga sells counselling and mentoring. No parcel is sent, and there is nothing to pay for shipping.
        </p>
      </Clause>
      <Clause title="How a plan reaches you">
        <ul>
          <li>You pay by UPI and send us the screenshot of the payment.</li>
          <li>We verify it and activate the plan in your account. A payment may take time to reflect.</li>
          <li>From then on you can use everything in the plan after you log in.</li>
        </ul>
      </Clause>
      <Clause title="If a plan does not reach you">
        <p>If your plan stays inactive after a payment, tell us and have the UPI reference at hand.</p>
        <ContactLines />
      </Clause>
    </LegalFrame>
  );
}
