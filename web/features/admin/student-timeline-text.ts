import { shownDocumentName } from "../../../domain/documents.ts";
import { formatPaise } from "../../../domain/money.ts";
import { examName } from "../../../domain/option-exams.ts";
import { describeSecurityEvent, type SecurityEventDetails } from "../../../domain/security-events.ts";
import { actorName, describeEntry } from "./audit-log/sentences.ts";
import { stepName } from "./payments/step-text.ts";
import type { Described, TimelineEvent } from "./student/student.ts";

type Details = Readonly<Record<string, unknown>>;

const CALLS: Readonly<Record<string, string>> = {
  "to come": "Call to come",
  "not marked": "Call, not marked",
  held: "Call held",
  late: "Call, the student came late",
  missed: "Call, the student did not come",
  "mentor missed": "Call, the mentor did not come",
};

const MAILS: Readonly<Record<string, string>> = {
  queued: "Mail waits to be sent",
  sending: "Mail is being sent",
  waiting: "Mail is tried again",
  sent: "Mail sent",
  failed: "Mail failed",
  skipped: "Mail not sent",
};

/** The steps of an order whose state does not say what happened. */
const NAMED_BY_ACTION = ["refund", "undo", "move away", "move here", "reopen"];

const DESCRIBE: Readonly<Record<string, (event: TimelineEvent, details: Details) => Described>> = {
  action: (event, details) => ({
    text: describeEntry({
      ...event,
      action: event.kind,
      actor_email: event.actor,
      subject: String(details.subject ?? ""),
    } as never).sentence,
    by: actorName(event.actor),
  }),
  account: ({ kind, actor }, details) => ({
    text: describeSecurityEvent(kind, details as SecurityEventDetails),
    more: [details.device, actor].filter(Boolean).join(", ") || undefined,
  }),
  order: ({ kind, actor }, { number, action, amount_paise, words }) => ({
    text: `${number}: ${NAMED_BY_ACTION.includes(String(action)) ? stepName(String(action)).toLowerCase() : kind}${amount_paise ? `, ${formatPaise(Number(amount_paise))}` : ""}`,
    more: words ? String(words) : undefined,
    by: actorName(actor),
  }),
  call: ({ kind, actor }, { topic }) => ({
    text: CALLS[kind] ?? "Call",
    more: topic ? String(topic) : undefined,
    by: actor || undefined,
  }),
  document: (_event, { file }) => ({ text: `Uploaded ${shownDocumentName(String(file))}` }),
  mail: ({ kind }, { subject }) => ({ text: `${MAILS[kind] ?? "Mail"}: ${subject}` }),
  address: ({ kind }, { email, words }) => ({
    text: kind === "bad" ? `Mails to ${email} come back` : `Mails to ${email} arrive again`,
    more: words ? String(words) : undefined,
  }),
  options: ({ kind }) => ({ text: `Last change of the option list for ${examName(kind)}` }),
  note: ({ kind, actor }, { note }) => ({
    text: kind === "for mentors" ? "Note for mentors" : "Note for admins",
    more: String(note),
    by: actorName(actor),
  }),
};

/** Returns what happened as a sentence, with more about it and who did it. */
export function describeEvent(event: TimelineEvent): Described {
  const describe = DESCRIBE[event.source];
  return describe?.(event, event.details) ?? { text: event.kind };
}
