import { type FreeMentor, fits } from "./rules.ts";
import { type CallRequest, DAY, DAYS, type SimulatedMentor } from "./week.ts";

export interface Call {
  readonly request: CallRequest;
  readonly mentor: SimulatedMentor;
  readonly start: number;
}

/** The bookable half hours of the week: the second half of each working hour. */
export const HALF_HOURS = Array.from({ length: DAYS * 12 }, (_, index) => {
  const [day, hour] = [Math.floor(index / 12), 10 + (index % 12)];
  return day * DAY + hour * 60 + 30;
});

const dayOf = (minute: number) => Math.floor(minute / DAY);
const quarterOf = (minute: number) => Math.floor(minute / 15);

/** The mentors who are free at each time. */
export class Calendar {
  readonly #mentors: readonly SimulatedMentor[];
  /** For each mentor, 1 for each quarter of an hour in a call or on a day off. */
  readonly #taken: readonly Uint8Array[];
  /** The minutes of each mentor on each day. */
  readonly #minutes: readonly Uint16Array[];

  constructor(mentors: readonly SimulatedMentor[]) {
    this.#mentors = mentors;
    this.#taken = mentors.map(({ dayOff }) => {
      const quarters = new Uint8Array(quarterOf(DAYS * DAY));
      return quarters.fill(1, quarterOf(dayOff * DAY), quarterOf((dayOff + 1) * DAY));
    });
    this.#minutes = mentors.map(() => new Uint16Array(DAYS));
  }

  add(call: Call): void {
    this.#change(call, 1);
  }

  remove(call: Call): void {
    this.#change(call, 0);
  }

  minutesOf({ index }: SimulatedMentor, day: number): number {
    return this.#minutes[index]?.[day] ?? 0;
  }

  /** The starts in a half hour at which somebody is free for a call of this length. */
  freeStarts(halfHour: number, minutes: number): number[] {
    const starts = minutes === 30 ? [halfHour] : [halfHour, halfHour + 15];
    return starts.filter((start) => this.#mentors.some((mentor) => this.#isFree(mentor, start, minutes)));
  }

  freeMentors(request: CallRequest, start: number): FreeMentor[] {
    return this.#mentors
      .filter((mentor) => this.#isFree(mentor, start, request.minutes))
      .map((mentor) => ({
        mentor,
        isLast: mentor.index === request.lastMentor,
        fits: fits(request, mentor),
        fillsHalfHour: request.minutes === 15 && !this.#isFree(mentor, start - (start % 30), 30),
        minutesThatDay: this.minutesOf(mentor, dayOf(start)),
      }));
  }

  #isFree({ index }: SimulatedMentor, start: number, minutes: number): boolean {
    const taken = this.#taken[index];
    const quarter = quarterOf(start);
    return taken?.[quarter] === 0 && (minutes === 15 || taken[quarter + 1] === 0);
  }

  #change({ request: { minutes }, mentor: { index }, start }: Call, taken: 0 | 1): void {
    this.#taken[index]?.fill(taken, quarterOf(start), quarterOf(start + minutes));
    const perDay = this.#minutes[index] as Uint16Array;
    perDay[dayOf(start)] = (perDay[dayOf(start)] ?? 0) + (taken ? minutes : -minutes);
  }
}
