import { formatInstant } from "../../domain/kolkata-time.ts";
import type { Role } from "../../domain/roles.ts";
import type { MailContent } from "./mail-template.ts";

export interface Invitation {
  readonly to: string;
  readonly role: Role;
  /** The address of the admin. */
  readonly inviter: string;
  readonly link: string;
  readonly expiresAt: Date;
}

const WORK: Readonly<Record<Role, string>> = {
  admin: "an admin, who may do everything",
  mentor: "a mentor, who holds calls with students",
  accounts: "a colleague of the accounts, who confirms payments and keeps the books",
  viewer: "a viewer, who sees the list of students and changes nothing",
};

export function invitationContent({ to, role, inviter, link, expiresAt }: Invitation): MailContent {
  return {
    language: "en",
    subject: "You are invited to work on Maarga",
    preheader: `${inviter} invites you.`,
    bodyText: `${inviter} invites you to Maarga as ${WORK[role]}.\n\nOpen the link, log in with ${to}, and accept. If you have no account with this address yet, register first, and then open the link again.`,
    button: { label: "See the invitation", url: link },
    smallPrint: `The link works once, until ${formatInstant(expiresAt)}, and only for ${to}.\nIf you do not know the sender, do nothing: nothing changes without you.`,
  };
}
