import { authorityOf } from "./authority.ts";
import { formatRupees } from "./money.ts";

/** A source of a rule, of one admission year. */
interface Source {
  readonly name: string;
  readonly cycle: number;
  /** The day on which it was read. */
  readonly checked: string;
}

const CHECKED = "2026-11-20";
const source = (name: string, cycle: number): Source => ({ name, cycle, checked: CHECKED });

const EXPRESS = source("The New Indian Express, 31 Aug 2025, quoting KEA", 2025);
const TELEGRAPH = source("telegraphindia.com 2120772, quoting KEA", 2025);
const TELEGRAPH_NEET = source("telegraphindia.com 2119230, quoting KEA", 2025);
const PRAJAVANI = source("prajavani.net 3471171, quoting KEA", 2025);
const HERALD_NEET = source("deccanherald.com 2687053, quoting KEA", 2023);
const MOCK_EXPRESS = source("The New Indian Express, 26 Jul 2025, quoting KEA", 2025);
const SLIDES = source("KEA’s option entry workshop, slides 8–11 and 22, 2025", 2025);

/** A statement of a source, with its year and day. */
export interface Cell {
  readonly text: string;
  readonly source?: Source;
}

export type Choice = 1 | 2 | 3 | 4 | "none";

export interface ChoiceRow {
  readonly choice: Choice;
  readonly title: string;
  readonly costsNow: Cell;
  readonly givesUp: Cell;
}

export interface AllottedSeat {
  /** The code of the merit list, which also says the kind of course. */
  readonly exam: string;
  readonly round: string;
  /** Rupees per year. Null: not known. */
  readonly fee: number | null;
  /** The admission year of which the fee is known. */
  readonly feeYear: number | null;
  /** The category of the student: SC, ST and Category 1 pay less up front for a costly medical seat. */
  readonly category: string;
}

const UNKNOWN: Cell = { text: "Not known here. Read KEA’s notice of this round." };
const COSTLY_NEET_SEAT = 1_200_000;
/** Nursing, physiotherapy, prosthetics and orthotics, and allied health have no caution deposit. */
const WITHOUT_DEPOSIT = ["UGCET-BSCNURSING", "UGCET-BPT", "UGCET-BPO", "UGCET-BSCAHS"];
/** Its source does not say whether it counts as allied health. */
const DEPOSIT_NOT_KNOWN = "UGCET-MEDICALRECORDTECHNOLOGY";

const TITLES: Readonly<Record<Choice, string>> = {
  1: "Choice 1: I take it and join",
  2: "Choice 2: I take it, and hope for better",
  3: "Choice 3: not this one, but I stay",
  4: "Choice 4: I leave",
  none: "No choice made in time",
};

/** The rounds after which the sources have choices. */
export const CHOICE_ROUNDS: readonly string[] = ["1", "2"];

/**
 * The four choices after an allotment of KEA, and making none, for one seat. Returns nothing after the mock, which allots
 * no seat, for COMEDK, whose rules are others, and for rounds after which no source has choices.
 */
export function choicesFor(seat: AllottedSeat): ChoiceRow[] {
  if (!CHOICE_ROUNDS.includes(seat.round) || authorityOf(seat.exam) === "COMEDK") return [];
  const row = (choice: Choice, costsNow: Cell, givesUp: Cell): ChoiceRow => ({
    choice,
    title: TITLES[choice],
    costsNow,
    givesUp,
  });
  return [
    row(1, feeOf(seat), { text: "All later rounds. This is final.", source: EXPRESS }),
    row(2, upFrontOf(seat), {
      text: "The seat itself if a later round gives you an option above it, or if you do not pay.",
      source: EXPRESS,
    }),
    row(3, depositOf(seat), { text: "This seat. You hold none while you wait.", source: EXPRESS }),
    row(
      4,
      { text: "Nothing", source: EXPRESS },
      { text: "This seat and all later rounds.", source: EXPRESS },
    ),
    row(
      "none",
      { text: "Nothing", source: EXPRESS },
      {
        text: "This seat and all later rounds: you are removed from the process.",
        source: EXPRESS,
      },
    ),
  ];
}

/** The rule and the fee have a source each; the older one decides whether the cell is of the year of the allotment. */
function feeOf({ fee, feeYear }: AllottedSeat): Cell {
  if (fee === null || feeYear === null)
    return { text: "The fee of the seat, which is not known here.", source: EXPRESS };
  return {
    text: `The fee of the seat: ${formatRupees(fee)}`,
    source: {
      ...EXPRESS,
      name: `${EXPRESS.name}; the fee as KEA printed it in ${feeYear}`,
      cycle: Math.min(EXPRESS.cycle, feeYear),
    },
  };
}

function upFrontOf(seat: AllottedSeat): Cell {
  const { exam, round, fee, category } = seat;
  if (exam !== "UGNEET" || fee === null || fee <= COSTLY_NEET_SEAT) return feeOf(seat);
  if (round !== "1") return UNKNOWN;
  const amount = ["SC", "ST", "1"].includes(category) ? 200_000 : 1_200_117;
  return { text: `${formatRupees(amount)} now, the rest after round 2`, source: PRAJAVANI };
}

function depositOf({ exam, round }: AllottedSeat): Cell {
  if (exam === "UGNEET")
    return round === "2"
      ? {
          text: `Not known here. Candidates who were new in round 2 paid a caution deposit of ${formatRupees(100_000)}.`,
          source: TELEGRAPH_NEET,
        }
      : UNKNOWN;
  if (round !== "2" || exam === DEPOSIT_NOT_KNOWN) return UNKNOWN;
  return WITHOUT_DEPOSIT.includes(exam)
    ? { text: "No caution deposit for this course", source: TELEGRAPH }
    : { text: `A caution deposit of ${formatRupees(10_000)}`, source: EXPRESS };
}

/** The effect of a change of the list after this round. */
export function listRulesAfter({ exam, round }: Pick<AllottedSeat, "exam" | "round">): Cell[] {
  if (authorityOf(exam) === "COMEDK")
    return [{ text: "COMEDK has rules of its own. Read its notice of this round." }];
  if (round.startsWith("mock"))
    return [
      {
        text: "The mock seat is not assured. It shows where your list leads if nothing changes.",
        source: SLIDES,
      },
      {
        text: "You can add, delete and reorder options until the closing hour, which was 29 Jul, 5 pm in 2025. The list is then frozen.",
        source: MOCK_EXPRESS,
      },
    ];
  const stay: Cell = {
    text: "The options of round 1 stay for all rounds. None can be added, so only the order and what you delete can change.",
    source: SLIDES,
  };
  const above: Cell = {
    text: "With choice 2, later rounds can only lift you to an option above the seat that you hold. What is below it no longer counts.",
    source: EXPRESS,
  };
  if (round === "1") return [stay, above];
  if (round === "2" && exam === "UGNEET")
    return [
      stay,
      above,
      {
        text: `In the mop-up round, ${formatRupees(100_000)} and the first year’s fee were forfeited by those who did not join.`,
        source: HERALD_NEET,
      },
    ];
  if (round === "2") return [stay, above];
  return [
    stay,
    { text: "Portals say that no choices are offered after round 3. To be confirmed in KEA’s notice." },
  ];
}

/** A rule of another year is shown with its year, and is no advice. */
export function isOfYear({ source: of }: Cell, year: number): boolean {
  return of !== undefined && of.cycle === year;
}
