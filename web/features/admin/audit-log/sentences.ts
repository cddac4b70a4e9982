import { shownDocumentName } from "../../../../domain/documents.ts";
import { dayOf, formatDay, formatTime } from "../../../../domain/kolkata-time.ts";
import { formatRupees } from "../../../../domain/money.ts";
import type { Entry } from "./audit-log.ts";

type Action = Entry["action"];

/** What database/rules/audit-log.sql writes. */
interface Details {
  readonly plan?: string;
  readonly file?: string;
  readonly subject?: string;
  readonly made_at?: string;
  readonly price?: number | Change;
  readonly expires_at?: string | Change;
  readonly [field: string]: unknown;
}

interface Change {
  readonly from: string | number;
  readonly to: string | number;
}

interface About {
  /** The student without the address, or what else it was done to. */
  readonly whom: string;
  readonly details: Details;
  readonly by: string;
}

const SENTENCES: Readonly<Record<Action, (about: About) => string>> = {
  "plan assigned": ({ details, whom }) => `Assigned ${details.plan} to ${whom}${changesOf(details)}`,
  "plan deactivated": ({ details, whom }) => `Deactivated ${details.plan} of ${whom}`,
  "plan created": ({ whom, details }) => `Added the plan ${whom}: ${listed(details)}`,
  "plan updated": ({ whom, details }) => `Changed the plan ${whom}: ${listed(details)}`,
  "plan deleted": ({ whom, details }) => `Deleted the plan ${whom}: ${listed(details)}`,
  "campaign created": ({ whom, details }) => `Sent “${whom}” to ${holdersOf(details.plan)}`,
  "campaign paused": ({ whom, by }) =>
    by === "Maarga" ? `Paused “${whom}”, because too many mails failed` : `Paused “${whom}”`,
  "campaign resumed": ({ whom }) => `Went on with “${whom}”`,
  "campaign stopped": ({ whom }) => `Stopped “${whom}”`,
  "campaign retried": ({ whom }) => `Tried the failed mails of “${whom}” again`,
  "test mail sent": ({ details, whom }) => `Sent “${details.subject}” as a test to ${whom}`,
  "mail sent": ({ details, whom }) => `Sent “${details.subject}” to ${whom}`,
  "mail failed": ({ details, whom }) => `Could not send “${details.subject}” to ${whom}`,
  "document viewed": ({ details, whom }) => `Viewed ${shownDocumentName(details.file ?? "")} of ${whom}`,
  "admin granted": ({ whom }) => `Made ${whom} an admin`,
  "admin revoked": ({ whom }) => `Took the rights of an admin from ${whom}`,
  "super-admin password changed": () => "Changed the super-admin password",
  "backup restored": ({ details }) => `Brought back the backup of ${momentOf(details.made_at ?? "")}`,
};

export const ACTIONS = Object.keys(SENTENCES) as readonly Action[];

/** "Plan assigned" */
export function actionName(action: Action): string {
  return action.charAt(0).toUpperCase() + action.slice(1);
}

/** "Assigned Medium (UG NEET) to Asha Rao", and the address that tells one Asha Rao from the other. */
export function wordsOf(entry: Entry): { sentence: string; email: string | undefined } {
  const [, name, email] = /^(.*) <([^<>]*)>$/s.exec(entry.subject ?? "") ?? [];
  const about = {
    whom: name ?? entry.subject ?? "",
    details: entry.details as Details,
    by: entry.actor_email,
  };
  return { sentence: SENTENCES[entry.action](about), email };
}

/** An e-mail address; and who did what no account can do. */
export function actorName(email: string): string {
  if (email === "operator") return "The operator";
  return email === "secret key" ? "The secret key" : email;
}

/** "Sat 21 Nov 2026, 10:30 AM" */
export function momentOf(at: string | number): string {
  const instant = new Date(at);
  return `${formatDay(instant)} ${dayOf(instant).slice(0, 4)}, ${formatTime(instant)}`;
}

const FIELDS: Readonly<Record<string, string>> = {
  plan_level: "level",
  plan_exam: "exam",
  plan_name: "name",
  user_id: "student",
  price: "price",
  expires_at: "expiry",
};

/** "price ₹5,200, expiry Fri 31 Dec 2027, 11:59 PM", "price from ₹5,200 to ₹5,000" */
function listed(details: Details): string {
  return Object.entries(FIELDS)
    .filter(([field]) => details[field] !== undefined)
    .map(([field, name]) => `${name} ${changeOf(field, details[field] as Change | string | number)}`)
    .join(", ");
}

/** ": expiry from … to …"; nothing where a plan was assigned in the usual way. */
function changesOf(details: Details): string {
  const changes = Object.entries(details).filter(([, value]) => typeof value === "object");
  return changes.length === 0 ? "" : `: ${listed(Object.fromEntries(changes))}`;
}

function changeOf(field: string, value: Change | string | number): string {
  if (typeof value === "object") return `from ${shown(field, value.from)} to ${shown(field, value.to)}`;
  return shown(field, value);
}

function shown(field: string, value: Change["from"]): string {
  if (field === "price") return formatRupees(Number(value));
  return field === "expires_at" ? momentOf(value) : String(value);
}

function holdersOf(plan: string | undefined): string {
  return plan === "All Plans" ? "everybody with a plan" : `everybody with ${plan}`;
}
