import type { AuditAction } from "../../../../domain/audit-actions.ts";
import { shownDocumentName } from "../../../../domain/documents.ts";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { formatRupees } from "../../../../domain/money.ts";
import { examName } from "../../../../domain/option-exams.ts";
import { describeStudentFilter, readStudentFilter } from "../../../../domain/student-filter.ts";
import type { AuditLogEntry } from "./audit-log.ts";
import { PAYMENT_SENTENCES } from "./payment-sentences.ts";

/** The details as database/rules/audit-log.sql writes them. */
interface Details {
  readonly plan?: string;
  readonly file?: string;
  readonly subject?: string;
  readonly made_at?: string;
  readonly starts_at?: string;
  readonly deadline?: string;
  readonly send_at?: string;
  readonly ends_at?: string;
  readonly moved_from?: string;
  readonly outcome?: string;
  readonly mentor?: string;
  readonly author?: string;
  readonly order?: string;
  readonly reason?: string;
  readonly words?: string;
  readonly price?: number | Change;
  readonly expires_at?: string | Change;
  readonly [field: string]: unknown;
}

interface Change {
  readonly from: string | number;
  readonly to: string | number;
}

interface SentenceParts {
  /** The name of the student, plan or campaign, or the recipient's address. */
  readonly subject: string;
  readonly details: Details;
  readonly actor: string;
}

type Describe = (parts: SentenceParts) => string;

const SENTENCES: Readonly<Record<AuditAction, Describe>> = {
  ...PAYMENT_SENTENCES,
  "plan assigned": ({ details, subject }) =>
    `Assigned ${details.plan} to ${subject}${paidByText(details)}${changesText(details)}`,
  "plan deactivated": ({ details, subject }) => `Deactivated ${details.plan} for ${subject}`,
  "plan created": ({ subject, details }) => `Added the plan ${subject}: ${fieldsText(details)}`,
  "plan updated": ({ subject, details }) => `Changed the plan ${subject}: ${fieldsText(details)}`,
  "plan deleted": ({ subject, details }) => `Deleted the plan ${subject}: ${fieldsText(details)}`,
  "campaign created": ({ subject, details: { send_at, audience, plan } }) => {
    const verb = send_at
      ? `Scheduled “${subject}” for ${formatInstant(new Date(send_at))},`
      : `Sent “${subject}”`;
    return `${verb} to ${audience ? audienceText(audience) : holdersText(plan)}`;
  },
  "mail template saved": ({ subject }) => `Saved the mail template “${subject}”`,
  "mail template removed": ({ subject }) => `Removed the mail template “${subject}”`,
  "campaign approved": ({ subject }) => `Approved “${subject}”`,
  "campaign paused": ({ subject, actor }) =>
    actor === "Maarga" ? `Paused “${subject}” because too many emails failed` : `Paused “${subject}”`,
  "campaign resumed": ({ subject }) => `Resumed “${subject}”`,
  "campaign stopped": ({ subject }) => `Stopped “${subject}”`,
  "campaign retried": ({ subject }) => `Retried the failed emails of “${subject}”`,
  "test mail sent": ({ details, subject }) => `Sent “${details.subject}” as a test to ${subject}`,
  "mail sent": ({ details, subject }) => `Sent “${details.subject}” to ${subject}`,
  "mail failed": ({ details, subject }) => `Could not send “${details.subject}” to ${subject}`,
  "document viewed": ({ details, subject }) =>
    `Viewed ${shownDocumentName(details.file ?? "")} of ${subject}`,
  "list published": ({ subject, details }) =>
    `Published the closing ranks of ${subject}: ${details.ranks} ranks, edition ${details.edition}`,
  "list discarded": ({ subject, details }) =>
    `Discarded a preview of the closing ranks of ${subject}, edition ${details.edition}`,
  "option list opened": ({ details, subject }) =>
    `Opened the option list of ${subject} for ${examName(String(details.exam))}`,
  "options proposed": ({ details, subject }) =>
    `Proposed “${details.name}” for the option list of ${subject} for ${examName(String(details.exam))}`,
  "colleague invited": ({ subject, details }) => `Invited ${subject} as ${details.role}`,
  "invitation withdrawn": ({ subject, details }) =>
    `Withdrew the invitation of ${subject} as ${details.role}`,
  "colleague granted": ({ subject, details }) => `Gave ${subject} the rights of ${details.role}`,
  "colleague revoked": ({ subject, details }) => `Revoked the rights of ${details.role} from ${subject}`,
  "admin granted": ({ subject }) => `Granted admin rights to ${subject}`,
  "admin revoked": ({ subject }) => `Revoked admin rights from ${subject}`,
  "mentor granted": ({ subject }) => `Made ${subject} a mentor`,
  "mentor revoked": ({ subject }) => `Revoked mentor rights from ${subject}`,
  "booking made": ({ subject, details }) =>
    `Booked a call for ${subject} on ${startText(details)}${details.mentor ? ` with ${details.mentor}` : ""}`,
  "booking moved": ({ subject, details }) =>
    details.moved_from
      ? `Moved the booking of ${subject} from ${instantText(details.moved_from)} to ${startText(details)}`
      : `Gave the booking of ${subject} on ${startText(details)} to ${details.mentor}`,
  "booking cancelled": ({ subject, details }) =>
    `Cancelled the booking of ${subject} on ${startText(details)}`,
  "deadline set": ({ subject, details }) =>
    `Set the deadline of ${subject} to ${formatInstant(new Date(details.deadline ?? ""))}`,
  "deadline removed": ({ subject }) => `Removed the deadline of ${subject}`,
  "call marked": ({ subject, details }) =>
    `Marked the call of ${subject} on ${startText(details)}: ${outcomeText(details)}`,
  "call mark removed": ({ subject, details }) =>
    `Removed the mark of the call of ${subject} on ${startText(details)}: ${outcomeText(details)}`,
  "mentor hours set": ({ subject, details: { from, to } }) =>
    `Set the hours of ${subject} from ${from} to ${to} a week`,
  "mentor paused": ({ subject }) => `Stopped new bookings with ${subject}`,
  "mentor resumed": ({ subject }) => `Allowed new bookings with ${subject}`,
  "mentor time blocked": ({ subject, details }) =>
    `Blocked time of ${subject} from ${startText(details)} to ${instantText(details.ends_at)}`,
  "mentor time freed": ({ subject, details }) =>
    `Freed time of ${subject} from ${startText(details)} to ${instantText(details.ends_at)}`,
  "student corrected": ({ subject, details }) => `Corrected the profile of ${subject}${changesText(details)}`,
  "account mail requested": ({ subject, details }) =>
    details.kind === "reset"
      ? `Sent ${subject} a link to choose a new password`
      : `Sent ${subject} the confirmation of their sign-up again`,
  "student signed out": ({ subject }) => `Logged out all devices of ${subject}`,
  "student exported": ({ subject }) => `Exported everything about ${subject} as a file`,
  "student note removed": ({ subject, details }) => `Removed a note of ${details.author} about ${subject}`,
  "students exported": ({ details }) =>
    `Exported ${details.students === 1 ? "1 student" : `${Number(details.students).toLocaleString("en-IN")} students`} as ${String(details.format).toUpperCase()}: ${describeStudentFilter(readStudentFilter(details.filter))}`,
  "student filter saved": ({ subject }) => `Saved the filter “${subject}” of the list of students`,
  "student filter removed": ({ subject }) => `Removed the filter “${subject}” of the list of students`,
  "student mark made": ({ subject }) => `Made the mark “${subject}”`,
  "student mark removed": ({ subject, details }) =>
    `Removed the mark “${subject}” from ${details.students === 1 ? "1 student" : `${details.students} students`}`,
  "second step removed": ({ subject }) => `Removed the second step of ${subject}`,
  "super-admin password changed": () => "Changed the super-admin password",
  "backup made": () => "Made a backup",
  "backup restored": ({ details }) =>
    `Restored the backup of ${formatInstant(new Date(details.made_at ?? ""))}`,
};

function startText({ starts_at }: Details): string {
  return instantText(starts_at);
}

function instantText(instant = ""): string {
  return formatInstant(new Date(instant));
}

const OUTCOMES: Readonly<Record<string, string>> = {
  held: "held",
  late: "the student came late",
  missed: "the student did not come",
};

function outcomeText({ outcome = "", mentor }: Details): string {
  return OUTCOMES[outcome] ?? `${mentor ?? "the mentor"} did not come`;
}

/** Returns a name such as "Plan assigned". */
export function actionName(action: string): string {
  return action.charAt(0).toUpperCase() + action.slice(1);
}

/**
 * Returns a sentence such as "Assigned UG / NEET / Medium to Asha Rao", and the student's email address, since names are
 * not unique.
 */
export function describeEntry(entry: AuditLogEntry): { sentence: string; email: string | undefined } {
  const [, name, email] = /^(.*) <([^<>]*)>$/s.exec(entry.subject ?? "") ?? [];
  const parts = {
    subject: name ?? entry.subject ?? "",
    details: entry.details as Details,
    actor: entry.actor_email,
  };
  // While a new version starts, its server already records actions that the open app does not know.
  const describe = (SENTENCES as Readonly<Record<string, Describe | undefined>>)[entry.action];
  const sentence = describe?.(parts) ?? `${actionName(entry.action)}: ${parts.subject}`;
  return { sentence, email };
}

/** An actor without an account is the operator, the secret key or Maarga itself. */
export function actorName(email: string): string {
  if (email === "operator") return "The operator";
  return email === "secret key" ? "The secret key" : email;
}

const FIELDS: Readonly<Record<string, string>> = {
  plan_level: "level",
  plan_exam: "exam",
  plan_name: "name",
  user_id: "student",
  price: "price",
  expires_at: "expiry",
  first_name: "first name",
  last_name: "last name",
  phone: "phone",
};

/** Returns a text such as "price ₹5,200, expiry Fri 31 Dec 2027, 11:59 PM" or "price from ₹5,200 to ₹5,000". */
function fieldsText(details: Details): string {
  return Object.entries(FIELDS)
    .filter(([field]) => details[field] !== undefined)
    .map(([field, name]) => `${name} ${fieldText(field, details[field] as Change | string | number)}`)
    .join(", ");
}

/** Returns the order that paid for a plan, or the reason why there was none. */
function paidByText({ order, reason, words }: Details): string {
  const because = [order ?? reason, words].filter(Boolean).join(": ");
  return because && ` (${because})`;
}

/** Returns ": expiry from … to …". It is empty for a new user plan. */
function changesText(details: Details): string {
  const changes = Object.entries(details).filter(
    ([field, value]) => field in FIELDS && typeof value === "object",
  );
  return changes.length === 0 ? "" : `: ${fieldsText(Object.fromEntries(changes))}`;
}

function fieldText(field: string, value: Change | string | number): string {
  if (typeof value === "object")
    return `from ${valueText(field, value.from)} to ${valueText(field, value.to)}`;
  return valueText(field, value);
}

function valueText(field: string, value: Change["from"]): string {
  if (field === "price") return formatRupees(Number(value));
  return field === "expires_at" ? formatInstant(new Date(value)) : String(value);
}

function audienceText(audience: unknown): string {
  if (typeof audience === "object" && audience !== null && "student" in audience) return "one student";
  return `students by a filter: ${describeStudentFilter(readStudentFilter(audience))}`;
}

function holdersText(plan: string | undefined): string {
  return plan === "All Plans" ? "everybody with a plan" : `everybody with ${plan}`;
}
