import type { ReactNode } from "react";
import { Fact } from "../fact.tsx";
import { GuideSection } from "../guide-section.tsx";
import { TermCard, TermCards } from "../term-cards.tsx";

/** `support` is our contact details; the two pages get them in different ways. */
export function WhereToAsk({ support }: { support: ReactNode }) {
  return (
    <GuideSection id="where-to-ask">
      <TermCards>
        <TermCard term="KEA">
          <a href="https://kea.kar.nic.in">kea.kar.nic.in</a> and{" "}
          <a href="https://cetonline.karnataka.gov.in/kea">cetonline.karnataka.gov.in/kea</a>
          <br />
          Helpline <Fact id="keaHelpline" />, <Fact id="keaHelplineHours" />
          <br />
          <Fact id="keaAddress" />
        </TermCard>
        <TermCard term="MCC">
          <a href="https://mcc.nic.in">mcc.nic.in</a>
        </TermCard>
        <TermCard term="Your college and local offices">
          Your PU college’s principal for study, rural and Kannada-medium papers; the Tahsildar’s office for
          caste and income certificates; the BEO for countersignatures.
        </TermCard>
        <TermCard term="Maarga">{support}</TermCard>
      </TermCards>
    </GuideSection>
  );
}
