import type { ReactNode } from "react";
import { Fact } from "../fact.tsx";
import { Section } from "../section.tsx";

/** `support` is how to reach us; each page knows it in its own way. */
export function WhereToAsk({ support }: { support: ReactNode }) {
  return (
    <Section id="where-to-ask">
      <dl className="guide-cards">
        <div>
          <dt>KEA</dt>
          <dd>
            <a href="https://kea.kar.nic.in">kea.kar.nic.in</a> and{" "}
            <a href="https://cetonline.karnataka.gov.in/kea">cetonline.karnataka.gov.in/kea</a>
            <br />
            Helpline <Fact id="keaHelpline" />, <Fact id="keaHelplineHours" />
            <br />
            <Fact id="keaAddress" />
          </dd>
        </div>
        <div>
          <dt>MCC</dt>
          <dd>
            <a href="https://mcc.nic.in">mcc.nic.in</a>
          </dd>
        </div>
        <div>
          <dt>Your own people</dt>
          <dd>
            Your PU college’s principal for study, rural and Kannada-medium papers; the Tahsildar’s office for
            caste and income certificates; the BEO for countersignatures.
          </dd>
        </div>
        <div>
          <dt>Maarga</dt>
          <dd>{support}</dd>
        </div>
      </dl>
    </Section>
  );
}
