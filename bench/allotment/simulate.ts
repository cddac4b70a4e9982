import { seededRandom } from "../seeded-random.ts";
import { Calendar, type Call, HALF_HOURS } from "./calendar.ts";
import type { Rule } from "./rules.ts";
import { type AllotmentWeek, type CallRequest, DAY, URGENT_MINUTES } from "./week.ts";

/** An event of the week, in the order in which the database can repeat it. */
export type Step = { readonly kind: "booked" | "cancelled"; readonly call: Call };

export interface SimulatedWeek {
  readonly steps: readonly Step[];
  /** The calls that took place, by student. */
  readonly calls: ReadonlyMap<number, Call>;
  readonly calendar: Calendar;
}

export interface Options {
  readonly rule: Rule;
  readonly lane: Lane;
}

/**
 * The times that students with a deadline within 48 hours get before others: none, those that become free, or also every
 * third half hour, which others can book only three hours before.
 */
export type Lane = "none" | "waiting list" | "waiting list and kept times";

/** Students book at least this long before the call. */
const LEAD_MINUTES = 30;
const OFFER_MINUTES = 15;
const KEPT_MINUTES = 3 * 60;

/** Runs the week with one rule. The same arguments give the same result. */
export function simulate(week: AllotmentWeek, { rule, lane }: Options): SimulatedWeek {
  const random = seededRandom(1);
  const calendar = new Calendar(week.mentors);
  const calls = new Map<number, Call>();
  const waiting: CallRequest[] = [];
  const offers = new Map<number, number>();
  const steps: Step[] = [];
  const events = week.requests.map((request) => ({ at: request.askedAt, run: () => ask(request) }));

  function schedule(at: number, run: () => void): void {
    let index = events.length;
    while (index > 0 && (events[index - 1]?.at ?? 0) > at) index -= 1;
    events.splice(index, 0, { at, run });
  }

  /** Students who find no time within a day wait for one, and take a later one until then. */
  function ask(request: CallRequest): void {
    const { askedAt: now, minutes, deadline, choice } = request;
    const isKept = (index: number, halfHour: number) =>
      lane === "waiting list and kept times" &&
      index % 3 === 0 &&
      !request.isUrgent &&
      halfHour > now + KEPT_MINUTES;
    const times = HALF_HOURS.flatMap((halfHour, index) =>
      isKept(index, halfHour) ? [] : calendar.freeStarts(halfHour, minutes),
    ).filter((start) => start >= now + LEAD_MINUTES && start + minutes <= deadline);
    const [earliest] = times;
    const start = times[Math.floor(choice * times.length)];
    if (earliest === undefined || earliest > now + DAY) waiting.push(request);
    if (start !== undefined) book(request, start, now);
  }

  function book(request: CallRequest, start: number, now: number): void {
    const chosen = rule.choose(calendar.freeMentors(request, start), random);
    if (!chosen) throw new Error("nobody is free");
    const call = { request, mentor: chosen.mentor, start };
    calendar.add(call);
    calls.set(request.student, call);
    steps.push({ kind: "booked", call });
    if (request.cancelsAfter === undefined) return;
    const at = now + Math.floor(request.cancelsAfter * (start - now));
    schedule(at, () => {
      if (calls.get(request.student) === call) cancel(call, at);
    });
  }

  function remove(call: Call): void {
    calendar.remove(call);
    calls.delete(call.request.student);
    steps.push({ kind: "cancelled", call });
  }

  function cancel(call: Call, now: number): void {
    remove(call);
    stopWaiting(call.request);
    offer(halfHourOf(call), now);
  }

  function stopWaiting(request: CallRequest): void {
    const index = waiting.indexOf(request);
    if (index >= 0) waiting.splice(index, 1);
  }

  /** Offers a half hour to the students who wait, one after the other, while it is to come. */
  function offer(halfHour: number, now: number): void {
    const rank = (request: CallRequest) => (lane !== "none" && isUrgentAt(request, now) ? 0 : 1);
    const [next] = waiting
      .filter((request) => wants(request, halfHour, now))
      .sort((one, other) => rank(one) - rank(other));
    if (!next) return;
    const count = offers.get(next.student) ?? 0;
    offers.set(next.student, count + 1);
    stopWaiting(next);
    if (next.takesOffer[count % next.takesOffer.length]) {
      const later = calls.get(next.student);
      if (later) remove(later);
      book(next, findStart(next, halfHour, now) ?? 0, now);
      offer(halfHour, now);
      if (later) offer(halfHourOf(later), now);
    } else {
      // Whoever lets an offer pass goes to the end.
      waiting.push(next);
      schedule(now + OFFER_MINUTES, () => offer(halfHour, now + OFFER_MINUTES));
    }
  }

  /** Whether a half hour is in time for a student who waits, and earlier than the call that they have. */
  function wants(request: CallRequest, halfHour: number, now: number): boolean {
    const own = calls.get(request.student);
    if (own && (halfHourOf(own) <= halfHour || own.start < now + OFFER_MINUTES)) return false;
    return findStart(request, halfHour, now) !== undefined;
  }

  function findStart({ minutes, deadline }: CallRequest, halfHour: number, now: number): number | undefined {
    return calendar
      .freeStarts(halfHour, minutes)
      .find((start) => start >= now + OFFER_MINUTES && start + minutes <= deadline);
  }

  for (let event = events.shift(); event; event = events.shift()) event.run();
  return { steps, calls, calendar };
}

const halfHourOf = ({ start }: Call) => start - (start % 30);

function isUrgentAt({ deadline, hasDeadline }: CallRequest, now: number): boolean {
  return hasDeadline && deadline - now <= URGENT_MINUTES;
}
