import { PLAN_EXAMS, PLAN_LEVELS, type PlanExam, type PlanLevel, type PlanName } from "./plans.ts";

/**
 * A filter of students: what the list shows, or whom a mail is for. Every condition that is there has to hold. The database
 * reads the same keys and decides (`private.read_student_filter`).
 */
export interface StudentFilter {
  readonly search?: string;
  /** The parts of the latest plan, whatever its status. */
  readonly level?: PlanLevel;
  readonly exam?: PlanExam;
  readonly name?: PlanName;
  readonly status?: "Active" | "Inactive" | "None";
  readonly payment?: "paid" | "waiting" | "ordered" | "none";
  readonly endsWithinDays?: number;
  readonly booked?: "once" | "never";
  /** "new": a document since the admin who asks last viewed them. "unviewed": one that no admin has viewed. */
  readonly documents?: "none" | "some" | "new" | "unviewed";
  /** Days, both included. */
  readonly joinedFrom?: string;
  readonly joinedTo?: string;
  readonly seenWithinDays?: number;
  readonly notSeenForDays?: number;
  /** "bad": mails to the address come back. */
  readonly email?: "on" | "off" | "bad";
  readonly language?: "en" | "kn";
  /** The id of a mark. */
  readonly mark?: string;
  /** "unconfirmed": a sign-up whose mail nobody has answered yet. */
  readonly account?: "unconfirmed" | "no profile" | "complete";
}

const MAX_SEARCH_LENGTH = 200;
const MAX_DAYS = 400;

/** The values of the conditions that are chosen from a list, with the words that screens show for them. */
export const FILTER_CHOICES = {
  level: Object.fromEntries(PLAN_LEVELS.map((level) => [level, level.toUpperCase()])),
  exam: Object.fromEntries(PLAN_EXAMS.map((exam) => [exam, exam.toUpperCase()])),
  name: { Basic: "Basic", Medium: "Medium", Advanced: "Advanced" },
  status: { Active: "Active", Inactive: "Inactive", None: "No plan" },
  payment: { paid: "Paid", waiting: "Payment to confirm", ordered: "Ordered, not paid", none: "No order" },
  booked: { once: "Has booked", never: "Never booked" },
  documents: {
    new: "New documents",
    unviewed: "Viewed by nobody",
    some: "Has documents",
    none: "No document",
  },
  email: { on: "E-mail on", off: "E-mail off", bad: "Bad address" },
  language: { en: "English", kn: "Kannada" },
  account: { complete: "With a profile", "no profile": "No profile", unconfirmed: "Never confirmed" },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** JavaScript reads 30 February as 2 March. */
const isDay = (value: string) => {
  const midnight = new Date(`${value}T00:00:00Z`);
  return (
    /^[12]\d{3}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(midnight.getTime()) &&
    midnight.toISOString().startsWith(value)
  );
};
const isId = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

const READERS: { readonly [Key in keyof Required<StudentFilter>]: (value: unknown) => boolean } = {
  search: (value) => typeof value === "string" && value !== "" && value.length <= MAX_SEARCH_LENGTH,
  ...(Object.fromEntries(
    Object.entries(FILTER_CHOICES).map(([key, choices]) => [
      key,
      (value: unknown) => typeof value === "string" && Object.hasOwn(choices, value),
    ]),
  ) as Record<keyof typeof FILTER_CHOICES, (value: unknown) => boolean>),
  endsWithinDays: isDays,
  seenWithinDays: isDays,
  notSeenForDays: isDays,
  joinedFrom: (value) => typeof value === "string" && isDay(value),
  joinedTo: (value) => typeof value === "string" && isDay(value),
  mark: (value) => typeof value === "string" && isId(value),
};

function isDays(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_DAYS;
}

/** Returns the conditions of a filter that are known, from an address or a row, always in the same order. */
export function readStudentFilter(value: unknown): StudentFilter {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(READERS).flatMap(([key, isKnown]) => {
      const wanted: unknown = Object.hasOwn(value, key) ? value[key as keyof typeof value] : undefined;
      return wanted !== undefined && isKnown(wanted) ? [[key, wanted]] : [];
    }),
  );
}

/** "UG · NEET · Active · Never booked", or "Everybody". Without the names of the marks, a mark is said to be there. */
export function describeStudentFilter(
  filter: StudentFilter,
  markNames?: Readonly<Record<string, string>>,
): string {
  const { search, endsWithinDays, seenWithinDays, notSeenForDays, joinedFrom, joinedTo, mark } = filter;
  const chosen = Object.entries(FILTER_CHOICES).flatMap(([key, choices]) => {
    const value = filter[key as keyof typeof FILTER_CHOICES];
    return value === undefined ? [] : [(choices as Record<string, string>)[value] ?? value];
  });
  const parts = [
    search !== undefined && `“${search}”`,
    ...chosen,
    endsWithinDays !== undefined && `Ends within ${daysText(endsWithinDays)}`,
    joinedFrom !== undefined && `Joined from ${joinedFrom}`,
    joinedTo !== undefined && `Joined until ${joinedTo}`,
    seenWithinDays !== undefined && `Seen within ${daysText(seenWithinDays)}`,
    notSeenForDays !== undefined && `Not seen for ${daysText(notSeenForDays)}`,
    mark !== undefined && (markNames ? `Mark: ${markNames[mark] ?? "removed"}` : "With a mark"),
  ].filter((part) => part !== false);
  return parts.join(" · ") || "Everybody";
}

function daysText(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}
