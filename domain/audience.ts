import { findUnknownMergeFields } from "./merge-fields.ts";

/** Texts about bulk mail. The database selects the recipients (database/rules/campaigns.sql). */

export interface MailRequest {
  readonly subject: string;
  readonly body: string;
  readonly recipients: number;
}

/** Returns why a mail cannot be sent, as the admin reads it, or undefined if it can. */
export function findMailRefusal({ subject, body, recipients }: MailRequest): string | undefined {
  if (subject.trim() === "" || body.trim() === "") return "Subject and body are required.";
  const [unknown] = findUnknownMergeFields(`${subject}\n${body}`);
  if (unknown) return `There is no field ${unknown}. Choose one from the menu.`;
  if (recipients === 0) return "No users found for the selected plan.";
  return undefined;
}

export function closingText({ sent, failed }: { readonly sent: number; readonly failed: number }): string {
  if (failed === 0) return `Email sent to ${sent} user(s).`;
  return `Failed to send to ${failed} user(s). Sent successfully to ${sent}.`;
}
