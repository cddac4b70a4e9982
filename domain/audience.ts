/** Who gets a mail to many, and what is said when it is done. */

export interface Reachable {
  readonly email: string;
}

/** Those with an address, each address once, however it is written; the first one stays. */
export function findRecipients<Person extends { readonly email: string | null }>(
  people: readonly Person[],
): (Person & Reachable)[] {
  const byAddress = new Map<string, Person & Reachable>();
  for (const person of people) {
    const email = person.email?.trim() ?? "";
    const key = email.toLowerCase();
    if (email !== "" && !byAddress.has(key)) byAddress.set(key, { ...person, email });
  }
  return [...byAddress.values()];
}

export interface MailWish {
  readonly subject: string;
  readonly body: string;
  readonly recipients: number;
}

/** Why a mail will not be sent, in the words that the admin reads; undefined when it will. */
export function findMailRefusal({ subject, body, recipients }: MailWish): string | undefined {
  if (subject.trim() === "" || body.trim() === "") return "Subject and body are required.";
  if (recipients === 0) return "No users found for the selected plan.";
  return undefined;
}

export function closingText({ sent, failed }: { readonly sent: number; readonly failed: number }): string {
  if (failed === 0) return `Email sent to ${sent} user(s).`;
  return `Failed to send to ${failed} user(s). Sent successfully to ${sent}.`;
}
