import fc from "fast-check";
import { expect, test } from "vitest";
import { type CalendarEntry, calendarFile } from "./calendar-file.ts";

const entry: CalendarEntry = {
  id: "0b7c9a52-4a7e-4f0e-9c1b-1f2e3d4c5b6a",
  start: new Date("2026-11-21T10:30:00+05:30"),
  end: new Date("2026-11-21T11:00:00+05:30"),
  changedAt: new Date("2026-11-20T12:34:56.789Z"),
  summary: "Maarga: mentor call",
  description:
    "Your mentor calls, on your phone; keep \\ marks card ready.\nGood to have: a quiet place, paper",
  contact: "Maarga, +91 98450 12345",
  alarmMinutes: 15,
};

test("a slot has the format that calendars read", () => {
  expect(calendarFile([entry]).split("\r\n")).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Maarga//Slots//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    "UID:0b7c9a52-4a7e-4f0e-9c1b-1f2e3d4c5b6a@maarga",
    "SEQUENCE:217341296",
    "DTSTAMP:20261120T123456Z",
    "DTSTART:20261121T050000Z",
    "DTEND:20261121T053000Z",
    "SUMMARY:Maarga: mentor call",
    "DESCRIPTION:Your mentor calls\\, on your phone\\; keep \\\\ marks card ready.\\n",
    " Good to have: a quiet place\\, paper",
    "CONTACT:Maarga\\, +91 98450 12345",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:Maarga: mentor call",
    "TRIGGER:-PT15M",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

test("a moved slot replaces its old entry", () => {
  const field = (file: string, name: string) => new RegExp(`^${name}:(.*)\r$`, "m").exec(file)?.[1];
  const later = calendarFile([{ ...entry, changedAt: new Date(entry.changedAt.getTime() + 1000) }]);
  expect(field(later, "UID")).toBe(field(calendarFile([entry]), "UID"));
  expect(Number(field(later, "SEQUENCE"))).toBe(Number(field(calendarFile([entry]), "SEQUENCE")) + 1);
  const last = calendarFile([{ ...entry, changedAt: new Date("2087-12-31T23:59:59Z") }]);
  expect(Number(field(last, "SEQUENCE"))).toBeLessThan(2 ** 31);
});

test("any description can be restored from its lines, which have at most 75 octets and start no other field", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme", maxLength: 60 })).map((lines) => lines.join("\n")),
      (description) => {
        const file = calendarFile([{ ...entry, description }]);
        const lines = file.split("\r\n");
        expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
        for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        const unfolded = file.replaceAll("\r\n ", "").split("\r\n");
        expect(unfolded).toHaveLength(22);
        const read = unfolded[12]
          ?.slice("DESCRIPTION:".length)
          .replace(/\\(.)/gu, (_, letter) => (letter === "n" ? "\n" : letter));
        expect(read).toBe(description);
      },
    ),
  );
});

test.each([0, 1, 2, 3])("no line ends within a character, with an offset of %i", (shift) => {
  const file = calendarFile([{ ...entry, description: "x".repeat(shift) + "🎓".repeat(40) }]);
  expect(Buffer.from(file).toString()).toBe(file);
});

test.each([
  ["a\r\nb\rc", "a\\nb\\nc"],
  ["a\u0000\u0007b\tc\u007f", "ab\tc"],
  ["x\r\nATTENDEE:mailto:a@b.in", "x\\nATTENDEE:mailto:a@b.in"],
])("the summary %j is written as %j", (summary, written) => {
  expect(calendarFile([{ ...entry, summary }])).toContain(`\r\nSUMMARY:${written}\r\n`);
});
