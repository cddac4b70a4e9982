import { countText } from "../../../../domain/count-text.ts";
import { formatRupees } from "../../../../domain/money.ts";
import type { CheckedOption, Likelihood } from "../../../../domain/option-checks.ts";
import type { Option } from "../../../../domain/options.ts";
import { roundName } from "../../../../domain/round-names.ts";

export interface ClosingRank {
  readonly year: number;
  readonly round: string;
  readonly category: string;
  readonly rank: number;
}

/** The published figures of a seat, for the student of the list. */
export interface OptionDetails {
  readonly college: string;
  readonly course: string;
  /** Null for codes that no published list has. */
  readonly collegeName: string | null;
  readonly courseName: string | null;
  readonly place: string | null;
  /** The word, and what it means; missing if the figures of earlier years cannot tell. */
  readonly likelihood?: Likelihood | null;
  readonly meaning?: string;
  /** The newest list has it, and no earlier year does. */
  readonly isNew?: boolean;
  /** A list of an earlier year has it, and the newest one does not. */
  readonly isGone?: boolean;
  /** The ranks of the chosen year and round, one for each category that counts for the student, best first. */
  readonly ranks: readonly ClosingRank[];
  /** The ranks of the same round in all years, in the category of the first of `ranks`. */
  readonly spread: { readonly low: number; readonly high: number; readonly years: string } | null;
  readonly seats: number | null;
  readonly seatsYear: string | null;
  /** Rupees per year. */
  readonly fee: number | null;
  readonly feeYear: string | null;
  /** The reason why no fee is known, or the students whom it is for. */
  readonly feeNote: string | null;
}

export type DetailsOf = (option: Pick<Option, "college" | "course">) => OptionDetails | undefined;

export const seatKey = ({ college, course }: Pick<Option, "college" | "course">) => `${college} ${course}`;

export function courseOf({ course }: Pick<Option, "course">, details: OptionDetails | undefined): string {
  return details?.courseName ?? course;
}

export function collegeOf({ college }: Pick<Option, "college">, details: OptionDetails | undefined): string {
  return details?.collegeName ?? college;
}

/** "12. Computer Science, Hilltop College" */
export function numberedName(option: Option, index: number, details: OptionDetails | undefined): string {
  return `${index + 1}. ${courseOf(option, details)}, ${collegeOf(option, details)}`;
}

/** A course that the lists print without a code is known by its name. */
export const hasCode = ({ course }: Pick<Option, "course">): boolean => /^[0-9A-Z&-]{1,12}$/.test(course);

/** "E001 CS", as KEA's screen wants them. */
export const codesOf = (seat: Pick<Option, "college" | "course">): string =>
  `${seat.college} ${hasCode(seat) ? seat.course : "(the lists print no code of this course)"}`;

/** "₹1,12,410 a year (2025)" */
export function feeTextOf({ fee, feeYear }: OptionDetails): string {
  return fee === null ? "Fee not known" : `${formatRupees(fee)} a year${feeYear ? ` (${feeYear})` : ""}`;
}

/** UGNEET's seats with the letters P, N and Q: private, NRI and others. Their fee is the highest of all. */
const COSTLY_SEAT = /-(PRIV|NRI|OTHERS)$/;

/** The fee of a private, NRI or other medical seat, which never stands without it; undefined for any other seat. */
export function costlyFeeOf({ course }: Pick<Option, "course">, details: OptionDetails | undefined) {
  if (!COSTLY_SEAT.test(course)) return undefined;
  return details && details.fee !== null ? feeTextOf(details) : "Fee not known: ask first";
}

/** Short, because it stands on one line at 320 pixels. */
export function aboveTextOf({ fee, feeYear }: OptionDetails): string {
  return `Above limit: ${formatRupees(fee ?? 0)}${feeYear ? ` (${feeYear})` : ""}`;
}

/** 53,340.5: the authority prints ranks with decimals. */
export function formatRank(rank: number): string {
  const [whole = "", decimals] = String(rank).split(".");
  return `${whole.replace(/\B(?=(?:\d\d)*\d{3}$)/g, ",")}${decimals ? `.${decimals}` : ""}`;
}

/** "2025 round 1: 2AG 12,345, GM 9,876 · 2021 to 2025: 11,000 to 14,000 · 60 seats (2025)" */
export function figuresTextOf(details: OptionDetails): string {
  const { ranks, spread, collegeName, seats, seatsYear, isNew, isGone } = details;
  if (collegeName === null) return "These codes are in no list that we have.";
  const [first] = ranks;
  const shown = ranks.map(({ category, rank }) => `${category} ${formatRank(rank)}`).join(", ");
  return [
    first ? `${first.year} ${roundName(first.round)}: ${shown}` : "No rank was printed in this round",
    spread && `${spread.years}: ${formatRank(spread.low)} to ${formatRank(spread.high)}`,
    seats !== null && `${countText(seats, "seat")}${seatsYear ? ` (${seatsYear})` : ""}`,
    isNew && "new: in no list of an earlier year",
    isGone && "not in the newest list: it may be gone",
  ]
    .filter(Boolean)
    .join(" · ");
}

export function checkedOption(option: Option, details: OptionDetails | undefined): CheckedOption {
  return {
    ...option,
    collegeName: collegeOf(option, details),
    courseName: courseOf(option, details),
    likelihood: details?.likelihood ?? null,
    fee: details?.fee ?? null,
  };
}
