import { type Random, seededRandom } from "../seeded-random.ts";

/**
 * A week after the results of two rounds: who asks for a call, when, and by when they need it. All times are minutes from
 * the first midnight. Everything that is random is drawn here, so that each rule meets the same week.
 */
export interface AllotmentWeek {
  readonly mentors: readonly SimulatedMentor[];
  /** In the order of the requests. */
  readonly requests: readonly CallRequest[];
}

export interface SimulatedMentor {
  /** The position in the order of the grants. */
  readonly index: number;
  readonly exams: readonly string[];
  readonly levels: readonly string[];
  /** A day without hours. On the others, the mentor works all of the working hours. */
  readonly dayOff: number;
}

export interface CallRequest {
  readonly student: number;
  readonly exam: string;
  readonly level: string;
  readonly minutes: 15 | 30;
  /** The mentor of the student's last call before this week. */
  readonly lastMentor: number | undefined;
  readonly askedAt: number;
  readonly deadline: number;
  /** Without one, the deadline is the end of the week. */
  readonly hasDeadline: boolean;
  /** The deadline is at most 48 hours away when the student asks. */
  readonly isUrgent: boolean;
  /** Chooses among the free times: 0 is the earliest, 1 the latest. */
  readonly choice: number;
  /** From 0 to 1 of the time until the call, or undefined for students who keep it. */
  readonly cancelsAfter: number | undefined;
  /** Whether the student takes an offer of the waiting list within its 15 minutes, for each of the first offers. */
  readonly takesOffer: readonly boolean[];
}

export interface WeekSize {
  readonly students: number;
  readonly mentors: number;
  /** The share of the students who ask for a call. */
  readonly share: number;
}

export const DAYS = 7;
export const DAY = 24 * 60;
export const URGENT_MINUTES = 48 * 60;
/** Results of KCET on the first morning, of NEET on the third; options are due two and three days later. */
const ROUNDS = {
  cet: { results: 10 * 60, deadline: 2 * DAY + 17 * 60 },
  neet: { results: 2 * DAY + 10 * 60, deadline: 5 * DAY + 17 * 60 },
} as const;
/** They have no deadline within the week: they want to talk about something else. */
const SHARE_WITHOUT_DEADLINE = 0.3;
const SHARE_WITH_A_MENTOR = 0.4;
const SHARE_WHO_CANCEL = 0.12;
const SHARE_OF_TAKEN_OFFERS = 0.7;
const MEAN_DELAY = 18 * 60;

export function allotmentWeek(seed: number, { students, mentors: count, share }: WeekSize): AllotmentWeek {
  const random = seededRandom(seed);
  const mentors = Array.from({ length: count }, (_, index) => ({
    index,
    exams: random.pick([["cet"], ["neet"], ["cet", "neet"]]),
    levels: random.pick([["ug"], ["ug"], ["ug", "pg"]]),
    dayOff: random.below(DAYS),
  }));
  const requests = Array.from({ length: students }, (_, student) =>
    drawRequest(random, student, { mentors: count, share }),
  )
    .filter((request) => request !== undefined)
    .sort((one, other) => one.askedAt - other.askedAt || one.student - other.student);
  return { mentors, requests };
}

/** Each student draws the same number of random numbers, so that a change of one share leaves the others as they are. */
function drawRequest(
  random: Random,
  student: number,
  { mentors, share }: Omit<WeekSize, "students">,
): CallRequest | undefined {
  const asks = random.chance(share);
  const exam = random.chance(0.6) ? "cet" : "neet";
  const level = random.chance(0.85) ? "ug" : "pg";
  const minutes = random.chance(0.5) ? 15 : 30;
  const knows = random.chance(SHARE_WITH_A_MENTOR);
  const lastMentor = random.below(mentors);
  const hasDeadline = !random.chance(SHARE_WITHOUT_DEADLINE);
  const delay = -Math.log(1 - random.next()) * MEAN_DELAY;
  const anyTime = random.next() * (DAYS - 1) * DAY;
  const isEager = random.chance(0.7);
  const preference = random.next();
  const cancels = random.chance(SHARE_WHO_CANCEL);
  const cancelsAfter = random.next();
  const takesOffer = Array.from({ length: 5 }, () => random.chance(SHARE_OF_TAKEN_OFFERS));
  const { results, deadline: roundEnds } = ROUNDS[exam];
  const deadline = hasDeadline ? roundEnds : DAYS * DAY;
  const askedAt = atDaytime(Math.floor(hasDeadline ? results + delay : anyTime));
  if (!asks || askedAt >= deadline) return undefined;
  return {
    student,
    exam,
    level,
    minutes,
    lastMentor: knows ? lastMentor : undefined,
    askedAt,
    deadline,
    hasDeadline,
    isUrgent: hasDeadline && deadline - askedAt <= URGENT_MINUTES,
    choice: isEager ? 0 : preference,
    cancelsAfter: cancels ? cancelsAfter : undefined,
    takesOffer,
  };
}

/** Nobody asks between 23:00 and 7:00: they do in the morning. */
function atDaytime(minute: number): number {
  const time = minute % DAY;
  if (time >= 23 * 60) return minute - time + DAY + 7 * 60;
  return time < 7 * 60 ? minute - time + 7 * 60 : minute;
}
