import { publicMeta } from "../../layout/public-meta.ts";
import { Clause, ContactLines, LegalFrame } from "./legal-frame.tsx";

export const handle = { isStatic: true };

export const meta = () =>
  publicMeta({
    title: "Terms and Conditions: Maarga",
    description:
      "The terms on which Maarga guides students through NEET and CET admissions: what a plan is, what we do, what we cannot promise.",
    path: "/terms",
  });

export default function TermsPage() {
  return (
    <LegalFrame
      title="Terms and Conditions"
      current="/terms"
      inShort="We guide you through admissions with care. We promise our work, not a seat; the authority's notices always prevail."
    >
      <Clause title="1. What these terms are for">
        <p>
          They apply between you and Maarga (“we”) whenever you use this website or a plan. By creating an
          account or buying a plan you accept them. If you are under 18, please read them with a parent or
          guardian, who accepts them with you and for you.
        </p>
      </Clause>
      <Clause title="2. What we do">
        <p>
          We counsel and mentor students who seek admission through NEET and CET in Karnataka, undergraduate
          and postgraduate. Guides are free for everyone. A plan includes what the pricing page lists for it
          at the time you buy it.
        </p>
        <p>
          We are a private service. We are not part of the Karnataka Examinations Authority (KEA), the Medical
          Counselling Committee (MCC), the National Testing Agency (NTA), a university or a college, and we do
          not act for them.
        </p>
      </Clause>
      <Clause title="3. What we cannot promise">
        <ul>
          <li>A rank, a seat, a college, a category or a fee. These are decided by the authorities alone.</li>
          <li>
            That dates and rules stay as they are. We follow the notices closely; where we and a notice
            differ, the notice prevails. Check it before you act on anything that cannot be undone.
          </li>
        </ul>
      </Clause>
      <Clause title="4. Your account">
        <ul>
          <li>Give your own name, email address and phone number, and keep them up to date.</li>
          <li>Keep your password to yourself. Tell us at once if you think that someone else uses it.</li>
          <li>One account is for one student. A plan cannot be passed on, lent or sold.</li>
        </ul>
        <p>
          We never ask for your KEA password, your secret key or a one-time password. You fill in official
          forms yourself and answer for what you declare in them.
        </p>
      </Clause>
      <Clause title="5. Plans and payment">
        <ul>
          <li>A plan is for one student, one level (UG or PG) and one exam (CET or NEET).</li>
          <li>
            Prices are in Indian rupees. You pay by UPI and send us the screenshot. A payment may take time to
            reflect; your plan is activated once we have verified it.
          </li>
          <li>You can move to a higher plan of the same level and exam by paying the difference.</li>
          <li>A plan ends on the date shown with it. Its benefits end on that date too.</li>
          <li>
            No cancellations and refunds are entertained: see{" "}
            <a href="/cancellation-and-refund">Cancellation and Refund</a>.
          </li>
        </ul>
      </Clause>
      <Clause title="6. Mentor slots">
        <p>
          With a plan you can book up to three free slots a day between 10:00 AM and 10:00 PM, Indian time.
          You can move or delete a slot until it begins. Please be reachable when it does; a slot that has
          passed counts as used.
        </p>
      </Clause>
      <Clause title="7. Your documents">
        <p>
          Upload only documents that are yours and that you may share. You keep every right in them; you allow
          us to store them and to look at them in order to guide you. Files that are harmful, unlawful or
          someone else's may be removed.
        </p>
      </Clause>
      <Clause title="8. Fair use">
        <p>
          Do not try to reach other people's data, to disturb the service, to copy its guides for sale, or to
          use it for anything unlawful. We may suspend an account that does.
        </p>
      </Clause>
      <Clause title="9. Our responsibility">
        <p>
          We work with reasonable care. We are not responsible for decisions of authorities and colleges, for
          dates missed in spite of our advice, or for faults of networks, banks and other services that are
          not ours. As far as the law allows, what we owe for a claim is at most what you paid for the plan it
          is about. Nothing here limits a right that the law gives you and that cannot be waived.
        </p>
      </Clause>
      <Clause title="10. Changes, and the law that applies">
        <p>
          If these terms change, the new text is published here with its date; for a plan already bought, the
          text of the day you bought it still applies where it is better for you. The law of India applies.
          Disputes are decided by the courts in Bengaluru, Karnataka, unless the law gives you another place.
        </p>
      </Clause>
      <Clause title="11. Questions">
        <p>Write or call; most things are settled with a word.</p>
        <ContactLines />
      </Clause>
    </LegalFrame>
  );
}
