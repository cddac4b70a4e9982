import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Nothing, Section } from "./section.tsx";
import type { OpenedStudent } from "./student.ts";

const TONES: Readonly<Record<string, "good" | "danger" | "neutral">> = { sent: "good", failed: "danger" };

export function MailsSection({ opened: { mails } }: { opened: OpenedStudent }) {
  return (
    <Section title="Mails">
      <p className="text-muted text-sm">Mails of campaigns, and about orders, calls and the account.</p>
      {mails.length === 0 && <Nothing>No mails yet.</Nothing>}
      <ul className="divide-y empty:hidden">
        {mails.map(({ about, state, reason, at, email }) => (
          <li key={`${at} ${about}`} className="grid gap-0.5 py-2">
            <p className="flex flex-wrap items-center gap-x-3">
              <span className="wrap-anywhere">{about}</span>
              <Badge tone={TONES[state] ?? "neutral"}>{state}</Badge>
            </p>
            <p className="wrap-anywhere text-muted text-sm">
              {[formatInstant(new Date(at)), email, reason].filter(Boolean).join(", ")}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
