import { type Call, describeCall, NEVER_SHARE } from "../../domain/calls.ts";
import { dayOf, formatDay, formatSpokenDay, formatTime, formatTimeRange } from "../../domain/kolkata-time.ts";
import type { TimeRange } from "../../domain/slots.ts";
import type { MailContent } from "./mail-template.ts";

export type SlotMailKind =
  | "offered"
  | "booked"
  | "moved"
  | "mentor changed"
  | "deleted"
  | "cancelled"
  | "mentor missed"
  | "day before"
  | "hour before";

export interface SlotMail {
  readonly kind: SlotMailKind;
  readonly firstName: string;
  readonly call: Call;
  readonly slot: TimeRange;
  /** The time in the last mail about this slot. */
  readonly before: TimeRange | undefined;
  /** For an offer: when it ends. */
  readonly heldUntil?: Date | undefined;
  /** For a slot that was cancelled or that the mentor missed: the nearest times that were free when the mail was sent. */
  readonly freeTimes: readonly TimeRange[];
}

interface SlotText {
  readonly subject: string;
  readonly opening: string;
  /** The slot takes place, so the mail says how. */
  readonly isOn: boolean;
  readonly button: string;
}

const SEE_SLOTS = "See, move or delete your slots";
const BOOK_ANOTHER = "Book another slot";

/** All texts of these mails. `when` is "Sat 21 Nov, 10:30 AM". */
const TEXTS: Readonly<Record<SlotMailKind, (when: string, before: string, until: string) => SlotText>> = {
  offered: (when, _before, until) => ({
    subject: `Free for you until ${until}: ${when}`,
    opening: `A time has become free on a day for which you are waiting. We keep it for you until ${until}, in Indian time. After that, it goes to the next student.`,
    isOn: false,
    button: "Book or decline this time",
  }),
  booked: (when) => ({
    subject: `Your slot is booked: ${when}`,
    opening: "Your slot with a mentor is booked.",
    isOn: true,
    button: SEE_SLOTS,
  }),
  moved: (when, before) => ({
    subject: `Your slot was moved: ${when}`,
    opening: `Your slot with a mentor is at another time now. It was at ${before}.`,
    isOn: true,
    button: SEE_SLOTS,
  }),
  "mentor changed": (when) => ({
    subject: `Another mentor for your slot: ${when}`,
    opening: "Your slot stays at its time, with another mentor.",
    isOn: true,
    button: SEE_SLOTS,
  }),
  deleted: (when) => ({
    subject: `Your slot was deleted: ${when}`,
    opening:
      "Your slot with a mentor was deleted, and nobody will call you. Please delete it from your calendar too.",
    isOn: false,
    button: BOOK_ANOTHER,
  }),
  cancelled: (when) => ({
    subject: `Your slot was cancelled: ${when}`,
    opening:
      "We are sorry: your mentor cannot call you at this time. Please choose another one, and delete this slot from your calendar.",
    isOn: false,
    button: BOOK_ANOTHER,
  }),
  "mentor missed": (when) => ({
    subject: `We are sorry: your mentor missed your call on ${when}`,
    opening:
      "We are sorry: your mentor did not come to your call. It does not count as a call that you missed. Please choose another time.",
    isOn: false,
    button: BOOK_ANOTHER,
  }),
  "day before": (when) => ({
    subject: `Reminder: your slot on ${when}`,
    opening: "You have a slot with a mentor soon.",
    isOn: true,
    button: SEE_SLOTS,
  }),
  "hour before": (when) => ({
    subject: `Reminder: your slot on ${when}`,
    opening: "Your slot with a mentor is within the next hour.",
    isOn: true,
    button: SEE_SLOTS,
  }),
};

export function slotContent(
  { kind, firstName, call, slot, before, heldUntil, freeTimes }: SlotMail,
  siteUrl: string,
): MailContent & { readonly hasCalendarFile: boolean } {
  const { subject, opening, button, isOn } = TEXTS[kind](
    shortTime(slot),
    before ? shortTime(before) : "",
    heldUntil ? formatTime(heldUntil) : "",
  );
  const how = call.videoUrl
    ? describeCall(call)
    : `${describeCall(call)} Is the number wrong? Change it in your profile: ${siteUrl}/update-profile`;
  return {
    subject,
    preheader: opening,
    bodyText: [
      `Hello ${firstName},`,
      opening,
      `When: ${fullTime(slot)}`,
      ...(isOn ? [how] : []),
      ...(freeTimes.length > 0 ? [`The nearest free times:\n${freeTimes.map(fullTime).join("\n")}`] : []),
    ].join("\n\n"),
    button: { label: button, url: `${siteUrl}/book-slot` },
    hasCalendarFile: isOn && !kind.endsWith("before"),
    ...(isOn && { smallPrint: NEVER_SHARE }),
  };
}

const shortTime = ({ start }: TimeRange) => `${formatDay(start)}, ${formatTime(start)}`;

/** Mails are read in other years and other time zones. */
const fullTime = ({ start, end }: TimeRange) =>
  `${formatSpokenDay(start)} ${dayOf(start).slice(0, 4)}, ${formatTimeRange(start, end)}, in Indian time`;
