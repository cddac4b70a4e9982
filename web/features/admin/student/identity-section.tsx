import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { ContactLinks } from "../../../layout/contact-links.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button, buttonClasses } from "../../../ui/button.tsx";
import { ShortId } from "../../../ui/short-id.tsx";
import { CorrectDialog } from "./correct-dialog.tsx";
import { EndSessionsDialog } from "./end-sessions-dialog.tsx";
import { ExportButton } from "./export-button.tsx";
import { ResetMailDialog } from "./reset-mail-dialog.tsx";
import { Section } from "./section.tsx";
import type { SeenStudent } from "./student.ts";

const LANGUAGES: Readonly<Record<string, string>> = { en: "English", kn: "Kannada" };

interface IdentitySectionProps {
  readonly opened: SeenStudent;
  /** Undefined for colleagues who change nothing. */
  readonly marks?: ReactNode;
}

/** The student's profile and account, and the ways to reach them. */
export function IdentitySection({ opened, marks }: IdentitySectionProps) {
  const { account, profile } = opened;
  const isReadOnly = marks === undefined;
  const [dialog, setDialog] = useState<"correct" | "sessions" | "reset">();
  const close = () => setDialog(undefined);
  const place = [
    profile?.address_line_1,
    profile?.address_line_2,
    profile?.city,
    profile?.state,
    profile?.pin_code,
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <Section
      title="Student"
      action={
        <span className="flex flex-wrap items-center gap-2">
          {marks}
          {account.is_admin && <Badge>Admin</Badge>}
          {account.is_mentor && <Badge>Mentor</Badge>}
          {account.banned_until && <Badge tone="danger">Banned</Badge>}
          {account.bad_address && <Badge tone="danger">Bad address</Badge>}
        </span>
      }
    >
      <div className="flex flex-wrap gap-2">
        {profile && (
          <ContactLinks name={`${profile.first_name} ${profile.last_name}`} phone={profile.phone} />
        )}
        <a
          href={`mailto:${account.email}`}
          className={buttonClasses({ variant: "secondary", size: "small" })}
        >
          E-mail
        </a>
        {profile && !isReadOnly && (
          <Link
            to={`/send-notifications?student=${account.id}`}
            className={buttonClasses({ variant: "secondary", size: "small" })}
          >
            Mail from Maarga
          </Link>
        )}
      </div>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Detail name="E-mail">
          {account.email}
          <Aside>{account.is_confirmed ? "proved" : "not confirmed yet"}</Aside>
          {account.bad_address && (
            <Aside>
              mails come back since {formatInstant(new Date(account.bad_address.since))}:{" "}
              {account.bad_address.status} {account.bad_address.words}
            </Aside>
          )}
          {account.new_email && <Aside>asked for {account.new_email}, not proved yet</Aside>}
        </Detail>
        <Detail name="Phone">{profile?.phone ?? "No profile yet"}</Detail>
        {place && <Detail name="Address">{place}</Detail>}
        {profile && (
          <Detail name="Language of mails">{LANGUAGES[profile.language] ?? profile.language}</Detail>
        )}
        {/* Mails are sent until they are turned off. */}
        {profile && (
          <Detail name="E-mail notifications">{profile.notify_email === false ? "Off" : "On"}</Detail>
        )}
        <Detail name="Joined">{formatInstant(new Date(account.created_at))}</Detail>
        <Detail name="Last seen">
          {account.last_seen_at ? formatInstant(new Date(account.last_seen_at)) : "Never signed in"}
          {account.sessions !== undefined && (
            <Aside>{account.sessions === 1 ? "1 device" : `${account.sessions} devices`} signed in</Aside>
          )}
        </Detail>
        {account.has_two_step !== undefined && (
          <Detail name="Two-step sign-in">{account.has_two_step ? "On" : "Off"}</Detail>
        )}
        <Detail name="Account">
          <ShortId id={account.id} />
        </Detail>
      </dl>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {profile && !isReadOnly && (
          <Button size="small" variant="secondary" onClick={() => setDialog("correct")}>
            Correct name or phone
          </Button>
        )}
        {!account.is_admin && !isReadOnly && (
          <Button
            size="small"
            variant="secondary"
            disabled={account.sessions === 0}
            onClick={() => setDialog("sessions")}
          >
            Log out all devices
          </Button>
        )}
        {!isReadOnly && (
          <Button size="small" variant="secondary" onClick={() => setDialog("reset")}>
            Send a reset mail
          </Button>
        )}
        {!isReadOnly && <ExportButton id={account.id} />}
      </div>
      {dialog === "correct" && profile && <CorrectDialog profile={profile} onClose={close} />}
      {dialog === "reset" && <ResetMailDialog account={account} onClose={close} />}
      {dialog === "sessions" && <EndSessionsDialog account={account} onClose={close} />}
    </Section>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function Aside({ children }: { children: ReactNode }) {
  return <span className="block text-muted text-sm">{children}</span>;
}
