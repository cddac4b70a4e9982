import type { Random } from "../seeded-random.ts";
import type { PastCall, People, Student } from "./people.ts";

/** A request of a client, over SQL or HTTP. */
export type Request =
  | { readonly book: Readonly<Record<string, unknown>> }
  | { readonly move: string; readonly to: Readonly<Record<string, unknown>> }
  | { readonly delete: "slots" | "mentor_absences"; readonly where: readonly [column: string, value: string] }
  | { readonly call: string; readonly with: Readonly<Record<string, unknown>> };

export interface Action {
  readonly kind: string;
  readonly who: string;
  /** Returns the requests, of which the last may use the rows of the one before. */
  readonly first?: Request;
  /** Without a request, there is nothing to do. */
  readonly request: Request | ((rows: readonly Row[]) => Request | undefined);
}

export type Row = Readonly<Record<string, unknown>>;

/** A booking that existed a moment ago. */
export interface KnownSlot {
  readonly id: string;
  readonly user_id: string;
  readonly mentor_id: string;
}

export interface World extends People {
  readonly pastCalls: readonly PastCall[];
  readonly slots: readonly KnownSlot[];
  /** The students who had an offer a moment ago. */
  readonly offered: readonly string[];
}

const DAYS = 2;

function chooseDay(random: Random): string {
  return new Date(Date.now() + (2 + random.below(DAYS)) * 86_400_000).toISOString().slice(0, 10);
}

const instant = (day: string, minutes: number) =>
  new Date(Date.parse(`${day}T00:00:00+05:30`) + minutes * 60_000).toISOString();

/** Three hours of each day, so that requests meet. */
function chooseTimes(random: Random, { minutes }: Student) {
  const day = chooseDay(random);
  const start = (10 + random.below(3)) * 60 + 30 + (minutes === 15 ? random.pick([0, 15]) : 0);
  return { start_time: instant(day, start), end_time: instant(day, start + minutes) };
}

export function chooseAction(random: Random, world: World): Action {
  const { admin, mentors, students, pastCalls, slots } = world;
  const mentor = random.pick(mentors);
  const die = random.below(100);
  if (die < 45 || slots.length === 0) {
    const student = random.pick(students);
    const wanted = random.below(5) === 0 ? { wanted_mentor: mentor.id } : {};
    return {
      kind: "book",
      who: student.id,
      request: { book: { user_id: student.id, ...chooseTimes(random, student), ...wanted } },
    };
  }
  if (die < 57) return chooseWaiting(random, world);
  const slot = random.pick(slots);
  if (die < 68) {
    const student = students.find(({ id }) => id === slot.user_id) as Student;
    return { kind: "move", who: student.id, request: { move: slot.id, to: chooseTimes(random, student) } };
  }
  if (die < 77)
    return { kind: "delete", who: slot.user_id, request: { delete: "slots", where: ["id", slot.id] } };
  if (die < 82)
    return {
      kind: "hand over",
      who: admin,
      request: { call: "move_booking", with: { slot: slot.id, mentor: mentor.id } },
    };
  if (die < 85)
    return {
      kind: "cancel",
      who: slot.mentor_id,
      request: { call: "cancel_booking", with: { slot: slot.id } },
    };
  if (die < 92) return chooseChangeOfCalendar(random, mentor.id);
  if (die < 95) {
    const { slot: past, mentor: its } = random.pick(pastCalls);
    const outcome = random.pick(["held", "late", "missed", null]);
    return { kind: "mark", who: its, request: { call: "mark_call", with: { slot: past, outcome } } };
  }
  return die < 96
    ? { kind: "revoke", who: admin, request: { call: "revoke_mentor", with: { mentor: mentor.id } } }
    : { kind: "grant", who: admin, request: { call: "grant_mentor", with: { email: mentor.email } } };
}

/** Joins and leaves waiting lists, and accepts and declines what is offered there. */
function chooseWaiting(random: Random, { students, offered: known }: World): Action {
  const die = random.below(12);
  const who = die > 5 && known.length > 0 ? random.pick(known) : random.pick(students).id;
  const day = chooseDay(random);
  if (die < 5) return { kind: "join", who, request: { call: "join_waiting_list", with: { day } } };
  if (die < 6) return { kind: "leave", who, request: { call: "leave_waiting_list", with: { day } } };
  const first: Request = { call: "own_waiting_days", with: {} };
  const offered = (rows: readonly Row[]) => rows.find(({ offer }) => offer !== null);
  if (die < 10)
    return {
      kind: "accept",
      who,
      first,
      request(rows) {
        const offer = offered(rows);
        return offer && { book: { user_id: who, start_time: offer.start_time, end_time: offer.end_time } };
      },
    };
  return {
    kind: "decline",
    who,
    first,
    request(rows) {
      const offer = offered(rows);
      return offer && { call: "decline_offer", with: { offer: offer.offer } };
    },
  };
}

/** Blocked times, their end, and other hours. */
function chooseChangeOfCalendar(random: Random, mentor: string): Action {
  const die = random.below(7);
  if (die < 2) {
    const day = chooseDay(random);
    const start = 600 + 15 * random.below(10);
    const [starts_at, ends_at] = [instant(day, start), instant(day, start + 45)];
    return {
      kind: "block",
      who: mentor,
      first: { call: "list_bookings_in", with: { mentor, starts_at, ends_at } },
      // The first other mentor who is free takes each booking; without one, it is cancelled.
      request: (bookings) => ({
        call: "block_time",
        with: {
          mentor,
          starts_at,
          ends_at,
          note: "",
          resolutions: bookings.map(({ id, free_mentors }) => ({
            slot: id,
            mentor: (free_mentors as { id: string }[])[0]?.id ?? null,
          })),
        },
      }),
    };
  }
  if (die < 5)
    return {
      kind: "unblock",
      who: mentor,
      request: { delete: "mentor_absences", where: ["mentor_id", mentor] },
    };
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    starts_at: random.pick(["10:00", "10:45", "11:00"]),
    ends_at: random.pick(["12:00", "13:00", "13:00"]),
  }));
  return { kind: "hours", who: mentor, request: { call: "set_mentor_hours", with: { mentor, hours } } };
}
