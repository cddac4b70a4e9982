import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findBookingRefusal, isDayFull, requestedSlot } from "../../domain/booking.ts";

import { findPlan, isPlanActive, type PlanName } from "../../domain/plans.ts";
import { slotLabel, slotsOfDay } from "../../domain/slot-day.ts";
import { addMinutes, type OwnSlot, overlaps, slotMinutes, type TimeRange } from "../../domain/slots.ts";
import { at, dayFromToday } from "./calendar.ts";
import { people } from "./people.ts";
import { openStage, type Scene, type Stage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const PASSED = "Slot time has passed";
const NO_PLAN = "Please purchase a plan to book slots.";
const INCOMPLETE = "Please select date and time.";
const FAR = "Please select a date within the next five years.";
/** What a list of the times of a day cannot show. The daily limit it can: then nothing can be chosen from it. */
const BEYOND_THE_LIST = [PASSED, NO_PLAN, INCOMPLETE, FAR];
const VERDICTS = [
  undefined,
  ...BEYOND_THE_LIST,
  "You have reached the maximum of 3 slots for this day.",
  "Please select a future date and time.",
  "Slot must be between 10:00 AM and 10:00 PM (Working hours)",
  "Cannot book during a break period. Please select a valid slot.",
  "This slot is already booked.",
];

/** By their distance from today. */
const DAYS = new Map([-1, 0, 1, 2, 3, 4, 1820, 1830].map((days) => [days, dayFromToday(days)]));
const dayIn = (days: number) => DAYS.get(days) ?? "";

const nearDay = fc.integer({ min: -1, max: 4 });
const clock = (hour: fc.Arbitrary<number>) =>
  fc
    .tuple(hour, fc.constantFrom(0, 14, 15, 29, 30, 31, 44, 45, 59))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));

/** What stood in the calendar before, by whatever rules were in force then. */
const past = fc.record({
  day: nearDay,
  minute: fc.integer({ min: 0, max: 276 }).map((fives) => fives * 5),
  length: fc.constantFrom(15, 30, 50),
  isMine: fc.boolean(),
});

const wish = fc.record({
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
  /** Which of the own slots is to move there; null to book a new one. */
  moves: fc.option(fc.nat(), { freq: 2 }),
});

const student = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom("none", "expired") },
  { weight: 9, arbitrary: fc.constantFrom("Basic", "Medium", "Advanced") },
);
const whoHas = (plan: string) =>
  plan === "none" ? ("student" as const) : plan === "expired" ? ("expired" as const) : ("planned" as const);

test("what a screen says beforehand is what the database says, ten thousand times", async () => {
  const seen = new Set<string | undefined>();

  const calendar = fc.array(past, { maxLength: 14 });
  const wishes = fc.array(wish, { minLength: 50, maxLength: 50 });
  const agrees = fc.asyncProperty(student, calendar, wishes, (plan, before, wished) =>
    stage.scene(async (scene) => {
      const who = whoHas(plan);
      if (who === "planned")
        await scene.history("update user_plans set plan_name = $1 where user_id = $2", [
          plan,
          people[who].id,
        ]);
      for (const { isMine, start, end } of withoutOverlaps(before))
        await scene.history(BOOK, [people[isMine ? who : "other"].id, start, end]);

      await scene.owner(JUDGE);
      const screen = await openScreen(scene, who);
      for (const { day, time, moves } of wished) {
        const moving = moves === null ? undefined : screen.own[moves % screen.own.length];
        const verdict = await judge(scene, who, requestedSlot(day, time, screen.plan), moving);
        const told = { plan, day, time, moving, verdict };
        expect({ ...told, verdict: findBookingRefusal({ ...screen, day, time, moving }) }).toEqual(told);
        if (verdict === undefined || !BEYOND_THE_LIST.includes(verdict))
          expect({ ...told, isOffered: isOffered(screen, day, time, moving) }).toEqual({
            ...told,
            isOffered: verdict === undefined,
          });
        seen.add(verdict);
        if (verdict === undefined) Object.assign(screen, await readSlots(scene, who));
      }
    }),
  );
  // What differs is told in full; making it smaller would only take longer.
  await fc.assert(agrees, { numRuns: 200, endOnFailure: true });

  // Agreeing says little about what never came up.
  expect(seen).toEqual(new Set(VERDICTS));
});

type Student = ReturnType<typeof whoHas>;
type Screen = Awaited<ReturnType<typeof openScreen>>;

const BOOK = "insert into slots (user_id, start_time, end_time) values ($1, $2, $3)";
const MOVE = "update slots set start_time = $2, end_time = $3 where id = $1";

/** Whether the time can be chosen from the list of the day. */
function isOffered(screen: Screen, day: string, time: string, moving: OwnSlot | undefined): boolean {
  if (isDayFull(day, screen.own, moving)) return false;
  const wished = requestedSlot(day, time, screen.plan);
  return slotsOfDay({ ...screen, day, minutes: slotMinutes(screen.plan), moving }).some(
    (view) => slotLabel(view) === "Available" && view.start.getTime() === wished?.start.getTime(),
  );
}

/** Everything that the screen has read, as the student. */
async function openScreen(scene: Scene, who: Student) {
  const now = (await scene.owner<{ now: Date }>("select now()"))[0]?.now ?? new Date(Number.NaN);
  return { now, plan: await readPlan(scene, who, now), ...(await readSlots(scene, who)) };
}

async function readPlan(scene: Scene, who: Student, now: Date): Promise<PlanName | undefined> {
  const { rows } = await scene.as<
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

async function readSlots(scene: Scene, who: Student): Promise<{ busy: TimeRange[]; own: OwnSlot[] }> {
  const { rows } = await scene.as<{ id: string | null; start: Date; end: Date }>(
    who,
    `select slots.id, start_time as "start", end_time as "end"
     from busy_slots left join slots using (start_time, end_time)`,
  );
  return { busy: rows, own: rows.flatMap(({ id, ...times }) => (id === null ? [] : [{ id, ...times }])) };
}

/** One round trip where the stage takes five: of ten thousand, that is what they take. */
const JUDGE = `
  create function pg_temp.judge(who text, claims jsonb, statement text, whose uuid, starts timestamptz, ends timestamptz)
  returns text language plpgsql as $$
  declare
    touched integer;
  begin
    perform set_config('role', who, true), set_config('request.jwt.claims', claims::text, true);
    execute statement using whose, starts, ends;
    get diagnostics touched = row_count;
    perform set_config('role', 'none', true);
    return case touched when 0 then '${PASSED}' end;
  exception when raise_exception then
    return sqlerrm;
  end
  $$`;

async function judge(scene: Scene, who: Student, slot: TimeRange | undefined, moving: OwnSlot | undefined) {
  const { role, claims, id } = people[who];
  const [statement, whose] = moving ? [MOVE, moving.id] : [BOOK, id];
  const rows = await scene.owner<{ verdict: string | null }>(
    "select pg_temp.judge($1, $2, $3, $4, $5, $6) as verdict",
    [role, claims, statement, whose, slot?.start ?? null, slot?.end ?? null],
  );
  return rows[0]?.verdict ?? undefined;
}

/** The calendar takes no two at the same time, not even from long ago. */
function withoutOverlaps(slots: { day: number; minute: number; length: number; isMine: boolean }[]) {
  const kept: (TimeRange & { isMine: boolean })[] = [];
  for (const { day, minute, length, isMine } of slots) {
    const start = addMinutes(new Date(at(dayIn(day), "00:00")), minute);
    const slot = { start, end: addMinutes(start, length), isMine };
    if (!kept.some((other) => overlaps(other, slot))) kept.push(slot);
  }
  return kept;
}
