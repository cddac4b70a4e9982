import type { Call } from "../../domain/calls.ts";
import type { Language, Translated } from "../../domain/languages.ts";
import type { TimeRange } from "../../domain/slots.ts";
import { DATES } from "./dates.ts";
import type { MailContent } from "./mail-template.ts";
import { ENGLISH, type SlotMailKind, type SlotTexts } from "./slot-texts-en.ts";
import { KANNADA } from "./slot-texts-kn.ts";

export const SLOT_TEXTS: Translated<SlotTexts> = { en: ENGLISH, kn: KANNADA };

export interface SlotMail {
  readonly kind: SlotMailKind;
  readonly language: Language;
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

/** The slot takes place, so the mail says how. */
const TAKES_PLACE: Readonly<Record<SlotMailKind, boolean>> = {
  offered: false,
  booked: true,
  moved: true,
  "mentor changed": true,
  deleted: false,
  cancelled: false,
  "mentor missed": false,
  "day before": true,
  "hour before": true,
};

export function slotContent(
  { kind, language, firstName, call, slot, before, heldUntil, freeTimes }: SlotMail,
  siteUrl: string,
): MailContent & { readonly hasCalendarFile: boolean } {
  const texts = SLOT_TEXTS[language];
  const dates = DATES[language];
  const shortTime = ({ start }: TimeRange) => `${dates.day(start)}, ${dates.time(start)}`;
  const fullTime = ({ start, end }: TimeRange) =>
    texts.when(dates.fullDay(start), dates.timeRange(start, end));
  const { subject, opening } = texts.kinds[kind]({
    when: shortTime(slot),
    before: before ? shortTime(before) : "",
    until: heldUntil ? dates.time(heldUntil) : "",
  });
  const takesPlace = TAKES_PLACE[kind];
  const how = texts.calendar.describeCall(call);
  return {
    language,
    subject,
    preheader: opening,
    bodyText: [
      texts.hello(firstName),
      opening,
      `${texts.whenLabel}: ${fullTime(slot)}`,
      ...(takesPlace
        ? [call.videoUrl ? how : `${how} ${texts.wrongNumber(`${siteUrl}/update-profile`)}`]
        : []),
      ...(freeTimes.length > 0 ? [`${texts.nearestFreeTimes}\n${freeTimes.map(fullTime).join("\n")}`] : []),
    ].join("\n\n"),
    button: {
      label: kind === "offered" ? texts.decide : takesPlace ? texts.seeSlots : texts.bookAnother,
      url: `${siteUrl}/book-slot`,
    },
    hasCalendarFile: takesPlace && !kind.endsWith("before"),
    languageUrl: `${siteUrl}/notifications`,
    ...(takesPlace && { smallPrint: texts.neverShare }),
  };
}
