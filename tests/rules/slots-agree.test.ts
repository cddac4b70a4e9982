import fc from "fast-check";
import { expect, test } from "vitest";
import { findBookingRefusal, findLimitNote, requestedSlot } from "../../domain/booking.ts";
import { findPlan, isPlanActive, type PlanName } from "../../domain/plans.ts";
import { slotLabel, slotsOfDay } from "../../domain/slot-day.ts";
import { type OwnSlot, slotMinutes, type TimeRange } from "../../domain/slots.ts";
import {
  type CalendarOfMentor,
  calendarOfMentor,
  dayIn,
  earlier,
  insertMentor,
  insertSlots,
  nearDay,
  withoutOverlaps,
} from "./bookings-before.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

const PASSED = "Slot time has passed";
const NO_PLAN = "Please purchase a plan to book slots.";
const INCOMPLETE = "Please select date and time.";
/** Small enough to be reached by some of the requests. */
const LIMITS = { maxUpcoming: 6, maxDaysAhead: 1_825 };
/** With mentors, each busy time is computed, so fewer days are quicker. */
const LIMITS_WITH_MENTORS = { maxUpcoming: 6, maxDaysAhead: 5 };
const far = ({ maxDaysAhead }: typeof LIMITS) => `Please select a date within the next ${maxDaysAhead} days.`;
/** Refusals that the list of a day's times cannot show. It shows the daily limit by offering no time at all. */
const NOT_IN_THE_LIST = [PASSED, NO_PLAN, INCOMPLETE, far(LIMITS), far(LIMITS_WITH_MENTORS)];
const outcomes = (limits: typeof LIMITS) => [
  undefined,
  PASSED,
  NO_PLAN,
  INCOMPLETE,
  far(limits),
  "You have reached the maximum of 3 slots for this day.",
  "You have reached the maximum of 6 upcoming slots.",
  "Please select a future date and time.",
  "Slot must be between 10:00 AM and 10:00 PM (Working hours)",
  "Cannot book during a break period. Please select a valid slot.",
  "This slot is already booked.",
];

const clock = (hour: fc.Arbitrary<number>) =>
  fc
    .tuple(hour, fc.constantFrom(0, 14, 15, 29, 30, 31, 44, 45, 59))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));

const bookingRequest = fc.record({
  day: fc.oneof(
    { weight: 40, arbitrary: nearDay.map(dayIn) },
    { weight: 2, arbitrary: fc.constantFrom(1820, 1830).map(dayIn) },
    { weight: 1, arbitrary: fc.constantFrom("", "2028-02-30", "20280-01-01") },
  ),
  time: fc.oneof(
    { weight: 40, arbitrary: clock(fc.integer({ min: 9, max: 22 })) },
    { weight: 2, arbitrary: clock(fc.integer({ min: 0, max: 23 })) },
    { weight: 1, arbitrary: fc.constant("") },
  ),
  /** Selects the student's slot that moves there; null books a new one. */
  moves: fc.option(fc.nat(), { freq: 2 }),
});

const studentPlan = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom("none", "expired") },
  { weight: 9, arbitrary: fc.constantFrom("Basic", "Medium", "Advanced") },
);
const studentWith = (plan: string) =>
  plan === "none" ? ("student" as const) : plan === "expired" ? ("expired" as const) : ("planned" as const);

test.each([
  ["five thousand random requests", 100, LIMITS, fc.constant<CalendarOfMentor[]>([])],
  [
    "two and a half thousand random requests to mentors",
    50,
    LIMITS_WITH_MENTORS,
    fc.array(calendarOfMentor, { minLength: 1, maxLength: 2 }),
  ],
] as const)(
  "the booking form refuses exactly what the database refuses, in %s",
  async (_title, numRuns, limits, mentors) => {
    const seen = new Set<string | undefined>();
    await world.asOwner(CHECK_REQUESTS);
    await world.asOwner(
      "update private.settings set bookings_max_upcoming = $1, bookings_max_days_ahead = $2",
      [limits.maxUpcoming, limits.maxDaysAhead],
    );

    const calendar = fc.array(earlier, { maxLength: 14 });
    const requests = fc.array(bookingRequest, { minLength: 50, maxLength: 50 });
    const agrees = fc.asyncProperty(
      studentPlan,
      mentors,
      calendar,
      requests,
      async (plan, team, before, requested) => {
        await world.asOwner("savepoint run");
        const who = studentWith(plan);
        if (who === "planned")
          await world.withoutTriggers("update user_plans set plan_name = $1 where user_id = $2", [
            plan,
            people[who].id,
          ]);
        for (const [index, calendarOfOne] of team.entries()) await insertMentor(world, index, calendarOfOne);
        await insertSlots(world, who, team.length, withoutOverlaps(before, team.length));

        const screen = await openScreen(who, limits);
        const inDatabase: unknown[] = [];
        const onScreen: unknown[] = [];
        for (const { request, moved, refusal, slots } of await checkRequests(who, screen.plan, requested)) {
          const moving = screen.own.find(({ id }) => id === moved);
          const input = { plan, ...request, moving };
          const inList = refusal === undefined || !NOT_IN_THE_LIST.includes(refusal);
          inDatabase.push({ ...input, refusal, ...(inList && { isOffered: refusal === undefined }) });
          onScreen.push({
            ...input,
            refusal: findBookingRefusal({ ...screen, ...request, moving }),
            ...(inList && { isOffered: isOffered(screen, request.day, request.time, moving) }),
          });
          seen.add(refusal);
          if (slots !== null) Object.assign(screen, parseSlots(slots));
        }
        expect(onScreen).toEqual(inDatabase);
        await world.asOwner("rollback to savepoint run");
      },
    );
    // A difference is reported in full. Shrinking it would only take longer.
    await fc.assert(agrees, { numRuns, endOnFailure: true });

    // Agreement about outcomes that never occurred proves little.
    expect(seen).toEqual(new Set(outcomes(limits)));
  },
);

type Student = ReturnType<typeof studentWith>;
type Screen = Awaited<ReturnType<typeof openScreen>>;
type Slots = { id: string | null; start: string; end: string }[];

/** Tells whether the time can be chosen from the list of the day. */
function isOffered(screen: Screen, day: string, time: string, moving: OwnSlot | undefined): boolean {
  if (findLimitNote({ ...screen, day, moving })) return false;
  const requested = requestedSlot(day, time, screen.plan);
  return slotsOfDay({ ...screen, day, minutes: slotMinutes(screen.plan), moving }).some(
    (view) => slotLabel(view) === "Available" && view.start.getTime() === requested?.start.getTime(),
  );
}

/** Reads everything that the screen reads, as the student. */
async function openScreen(who: Student, limits: typeof LIMITS) {
  const now = (await world.asOwner<{ now: Date }>("select now()"))[0]?.now ?? new Date(Number.NaN);
  const { rows } = await world.as<{ slots: Slots }>(who, `select ${SLOTS} as slots`);
  return { now, limits, plan: await readPlan(who, now), ...parseSlots(rows[0]?.slots ?? []) };
}

async function readPlan(who: Student, now: Date): Promise<PlanName | undefined> {
  const { rows } = await world.as<
    Record<"level" | "exam" | "name", string> & { active: boolean; expiresAt: Date }
  >(
    who,
    `select plan_level as level, plan_exam as exam, plan_name as name, active, expires_at as "expiresAt"
     from user_plans order by assigned_at desc limit 1`,
  );
  const [latest] = rows;
  if (latest === undefined || !isPlanActive(latest, now)) return undefined;
  return findPlan(latest.level, latest.exam, latest.name)?.name;
}

const SLOTS = `(select coalesce(json_agg(json_build_object('id', id, 'start', start_time, 'end', end_time)), '[]')
  from public.busy_slots left join public.slots using (start_time, end_time))`;

function parseSlots(slots: Slots): { busy: TimeRange[]; own: OwnSlot[] } {
  const busy = slots.map(({ id, start, end }) => ({ id, start: new Date(start), end: new Date(end) }));
  return { busy, own: busy.flatMap(({ id, ...times }) => (id === null ? [] : [{ id, ...times }])) };
}

/**
 * Sends requests one after the other as the student: per request the slot that it moved, the refusal, and the slots
 * that the student sees if the request changed them. One statement for many requests, because ten thousand round
 * trips would take most of the time of the test.
 */
const CHECK_REQUESTS = `
  create function pg_temp.check_requests(who text, claims jsonb, student uuid, requests jsonb)
  returns table (moved uuid, refusal text, slots json) language plpgsql as $$
  declare
    request record;
    changed integer;
  begin
    for request in select * from jsonb_to_recordset(requests) as r (moves bigint, starts timestamptz, ends timestamptz) loop
      select id into moved from public.slots where user_id = student order by start_time
        offset request.moves % (select nullif(count(*), 0) from public.slots where user_id = student) limit 1;
      if request.moves is null then
        moved := null;
      end if;
      refusal := null;
      slots := null;
      begin
        perform set_config('role', who, true), set_config('request.jwt.claims', claims::text, true);
        if moved is null then
          insert into public.slots (user_id, start_time, end_time) values (student, request.starts, request.ends);
        else
          update public.slots set start_time = request.starts, end_time = request.ends where id = moved;
        end if;
        get diagnostics changed = row_count;
        if changed = 0 then
          refusal := '${PASSED}';
        else
          slots := ${SLOTS};
        end if;
        perform set_config('role', 'none', true);
      exception when raise_exception then
        refusal := sqlerrm;
      end;
      return next;
    end loop;
  end
  $$`;

type BookingRequest = { day: string; time: string; moves: number | null };
type Check = {
  request: BookingRequest;
  moved: string | null;
  refusal: string | undefined;
  slots: Slots | null;
};

async function checkRequests(
  who: Student,
  plan: PlanName | undefined,
  requests: BookingRequest[],
): Promise<Check[]> {
  const { role, claims, id } = people[who];
  const sent = requests.map(({ day, time, moves }) => {
    const slot = requestedSlot(day, time, plan);
    return { moves, starts: slot?.start ?? null, ends: slot?.end ?? null };
  });
  const checks = await world.asOwner<{ moved: string | null; refusal: string | null; slots: Slots | null }>(
    "select * from pg_temp.check_requests($1, $2, $3, $4)",
    [role, claims, id, JSON.stringify(sent)],
  );
  expect(checks).toHaveLength(requests.length);
  return requests.flatMap((request, index) => {
    const check = checks[index];
    return check ? [{ request, ...check, refusal: check.refusal ?? undefined }] : [];
  });
}
