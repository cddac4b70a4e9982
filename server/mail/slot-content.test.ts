import { expect, test } from "vitest";
import { LANGUAGES } from "../../domain/languages.ts";
import { slotCalendarFile } from "../../domain/slot-calendar.ts";
import { SLOT_TEXTS, slotContent } from "./slot-content.ts";
import type { SlotMailKind } from "./slot-texts-en.ts";

const at = (time: string) => new Date(`2026-11-21T${time}:00+05:30`);
const SLOT = { start: at("10:30"), end: at("11:00") };
const SITE = "https://maarga.example";
const KINDS = Object.keys(SLOT_TEXTS.en.kinds) as SlotMailKind[];

const mail = (kind: SlotMailKind, language: (typeof LANGUAGES)[number], call = {}) =>
  slotContent(
    {
      kind,
      language,
      firstName: "ಆಶಾ",
      call: { phone: "98450 12345", mentor: "ಅನಿತಾ", ...call },
      slot: SLOT,
      before: { start: at("19:30"), end: at("20:00") },
      heldUntil: at("09:45"),
      freeTimes: kind === "cancelled" ? [{ start: at("11:30"), end: at("12:00") }] : [],
    },
    SITE,
  );

test.each(KINDS)("the mail %s is wholly in Kannada, with its button and small print", (kind) => {
  const { language, subject, preheader = "", bodyText, button, smallPrint = "" } = mail(kind, "kn");
  expect(language).toBe("kn");
  const all = [subject, preheader, bodyText, button?.label, smallPrint].join("\n");
  expect(all.replaceAll(/https:\S+/g, "").match(/[a-z]+/gi) ?? []).toEqual(smallPrint ? ["OTP"] : []);
  expect(all).not.toMatch(/undefined|null|\$/);
  expect(subject).toContain("ಶನಿವಾರ 21 ನವೆಂಬರ್, ಬೆಳಿಗ್ಗೆ 10:30");
});

test("a cancelled slot in Kannada has its time and the free ones", () => {
  expect(mail("cancelled", "kn").bodyText.split("\n\n")).toEqual([
    "ನಮಸ್ಕಾರ ಆಶಾ,",
    expect.stringMatching(/^ಕ್ಷಮಿಸಿ, /),
    "ಯಾವಾಗ: ಶನಿವಾರ, 21 ನವೆಂಬರ್ 2026, ಬೆಳಿಗ್ಗೆ 10:30 ರಿಂದ 11:00 (ಭಾರತದ ಸಮಯ)",
    "ಹತ್ತಿರದ ಖಾಲಿ ಸಮಯಗಳು:\nಶನಿವಾರ, 21 ನವೆಂಬರ್ 2026, ಬೆಳಿಗ್ಗೆ 11:30 ರಿಂದ ಮಧ್ಯಾಹ್ನ 12:00 (ಭಾರತದ ಸಮಯ)",
  ]);
});

test.each([
  ["en", {}, /Your mentor ಅನಿತಾ calls you on 98450 12345\. Is the number wrong\? .*\/update-profile/],
  ["kn", {}, /ನಿಮ್ಮ ಮೆಂಟರ್ ಅನಿತಾ 98450 12345 ನಂಬರ್‌ಗೆ ಕರೆ ಮಾಡುತ್ತಾರೆ\. .*\/update-profile/],
  ["kn", { mentor: undefined, phone: " " }, /ನಿಮ್ಮ ಮೆಂಟರ್ ನಿಮ್ಮ ಪ್ರೊಫೈಲ್‌ನಲ್ಲಿರುವ ನಂಬರ್‌ಗೆ ಕರೆ/],
  ["kn", { videoUrl: "https://meet.example/a" }, /ವಿಡಿಯೋ ಕಾಲ್‌ನಲ್ಲಿ ಸಿಗುತ್ತಾರೆ: https:\/\/meet\.example\/a$/m],
] as const)("who calls whom, in %s for %j", (language, call, expected) => {
  expect(mail("booked", language, call).bodyText).toMatch(expected);
});

test("the calendar file of a mail in Kannada is in Kannada too", () => {
  const file = slotCalendarFile({
    slot: { id: "1", ...SLOT, changedAt: SLOT.start, call: { isVideo: true } },
    siteUrl: SITE,
    texts: SLOT_TEXTS.kn.calendar,
  }).replaceAll("\r\n ", "");
  expect(file).toContain("SUMMARY:ಮಾರ್ಗ ಮೆಂಟರ್ ಸ್ಲಾಟ್");
  expect(file).toContain(
    "DESCRIPTION:ನಿಮ್ಮ ಮೆಂಟರ್ ವಿಡಿಯೋ ಕಾಲ್‌ನಲ್ಲಿ ಸಿಗುತ್ತಾರೆ.\\nಸ್ಲಾಟ್ ಬದಲಿಸಲು ಅಥವಾ ಡಿಲೀಟ್ ಮಾಡಲು: https://maarga.example/book-slot ",
  );
  expect(SLOT_TEXTS.kn.calendar.describeCall(undefined)).toContain("ಮೆಂಟರ್");
});

test("each mail is different in each language", () => {
  const subjects = LANGUAGES.flatMap((language) => KINDS.map((kind) => mail(kind, language).subject));
  // Both reminders have the same subject.
  expect(new Set(subjects).size).toBe(LANGUAGES.length * (KINDS.length - 1));
});
