import { NEVER_SHARE } from "../../domain/calls.ts";
import { type CalendarTexts, ENGLISH_CALENDAR_TEXTS } from "../../domain/slot-calendar.ts";

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

/** "Sat 21 Nov, 10:30 AM", except `until`, which is "10:45 AM". */
interface Times {
  readonly when: string;
  /** The time in the last mail about this slot. */
  readonly before: string;
  /** When an offer ends. */
  readonly until: string;
}

interface KindTexts {
  readonly subject: string;
  readonly opening: string;
}

/** All texts of these mails in one language. */
export interface SlotTexts {
  readonly kinds: Readonly<Record<SlotMailKind, (times: Times) => KindTexts>>;
  readonly hello: (firstName: string) => string;
  readonly when: (day: string, time: string) => string;
  readonly whenLabel: string;
  readonly nearestFreeTimes: string;
  readonly wrongNumber: (url: string) => string;
  readonly neverShare: string;
  readonly decide: string;
  readonly seeSlots: string;
  readonly bookAnother: string;
  readonly calendar: CalendarTexts;
}

export const ENGLISH: SlotTexts = {
  kinds: {
    offered: ({ when, until }) => ({
      subject: `Free for you until ${until}: ${when}`,
      opening: `A time has become free on a day for which you are waiting. We keep it for you until ${until}, in Indian time. After that, it goes to the next student.`,
    }),
    booked: ({ when }) => ({
      subject: `Your slot is booked: ${when}`,
      opening: "Your slot with a mentor is booked.",
    }),
    moved: ({ when, before }) => ({
      subject: `Your slot was moved: ${when}`,
      opening: `Your slot with a mentor is at another time now. It was at ${before}.`,
    }),
    "mentor changed": ({ when }) => ({
      subject: `Another mentor for your slot: ${when}`,
      opening: "Your slot stays at its time, with another mentor.",
    }),
    deleted: ({ when }) => ({
      subject: `Your slot was deleted: ${when}`,
      opening:
        "Your slot with a mentor was deleted, and nobody will call you. Please delete it from your calendar too.",
    }),
    cancelled: ({ when }) => ({
      subject: `Your slot was cancelled: ${when}`,
      opening:
        "We are sorry: your mentor cannot call you at this time. Please choose another one, and delete this slot from your calendar.",
    }),
    "mentor missed": ({ when }) => ({
      subject: `We are sorry: your mentor missed your call on ${when}`,
      opening:
        "We are sorry: your mentor did not come to your call. It does not count as a call that you missed. Please choose another time.",
    }),
    "day before": ({ when }) => ({
      subject: `Reminder: your slot on ${when}`,
      opening: "You have a slot with a mentor soon.",
    }),
    "hour before": ({ when }) => ({
      subject: `Reminder: your slot on ${when}`,
      opening: "Your slot with a mentor is within the next hour.",
    }),
  },
  hello: (firstName) => `Hello ${firstName},`,
  when: (day, time) => `${day}, ${time}, in Indian time`,
  whenLabel: "When",
  nearestFreeTimes: "The nearest free times:",
  wrongNumber: (url) => `Is the number wrong? Change it in your profile: ${url}`,
  neverShare: NEVER_SHARE,
  decide: "Book or decline this time",
  seeSlots: "See, move or delete your slots",
  bookAnother: "Book another slot",
  calendar: ENGLISH_CALENDAR_TEXTS,
};
