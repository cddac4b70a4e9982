import { publicMeta } from "../../layout/public-meta.ts";
import { Clause, ContactLines, LegalFrame } from "./legal-frame.tsx";

export const handle = { isStatic: true };

export const meta = () =>
  publicMeta({
    title: "Cancellation and Refund: Maarga",
    description:
      "Maarga's policy on cancelling a plan and on refunds: no cancellations and refunds are entertained. What to check before you pay.",
    path: "/cancellation-and-refund",
  });

export default function CancellationPage() {
  return (
    <LegalFrame
      title="Cancellation and Refund"
      current="/cancellation-and-refund"
      inShort="No cancellations and refunds are entertained. Please be sure before you pay, and ask us if you are not."
    >
      <Clause title="The rule">
        <p>
          Once a plan has been paid for, no cancellations and refunds are entertained, for the whole of it or
          for a part. This also holds if you do not use the plan, change your mind about an exam, do not get
          the rank or the seat that you hoped for, or leave the admission process.
        </p>
      </Clause>
      <Clause title="Why">
        <p>
          Our work starts when your plan does: guides, alerts and mentors' time are there for you from the
          first day, and cannot be taken back.
        </p>
      </Clause>
      <Clause title="Before you pay">
        <ul>
          <li>Read the free guides, and what is in each plan.</li>
          <li>Check the level (UG or PG) and the exam (CET or NEET).</li>
          <li>Start small: you can move up later and pay only the difference.</li>
          <li>Speak with your parents, and with us. A question costs nothing.</li>
        </ul>
      </Clause>
      <Clause title="If a payment went wrong">
        <p>
          If money left your account twice, or your plan was not activated after a payment, it is not a
          cancellation: send us the screenshot and the UPI reference, and we look into it with you. Nothing
          here takes away a right that the law gives you and that cannot be waived.
        </p>
        <ContactLines />
      </Clause>
    </LegalFrame>
  );
}
