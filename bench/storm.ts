import pg from "pg";

/**
 * Random bookings, moves, cancellations, hand-overs, absences, hours and grants of mentors, and waiting lists with their
 * offers at once, against a database of its own. It counts what must never occur.
 */
export interface Storm {
  readonly ownerUrl: string;
  readonly apiUrl: string;
  readonly tries: number;
  readonly connections: number;
}

export interface StormResult {
  /** Each outcome, by its text. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Outcomes that no caller should ever see, such as deadlocks. */
  readonly unexpected: Readonly<Record<string, number>>;
  /** Pairs of bookings that meet in one mentor or in one student. */
  readonly collisions: number;
  /** Running offers that meet a booking or another offer in one mentor, as they were seen while the storm lasted. */
  readonly heldTwice: number;
  /** Bookings that are gone, although neither their student nor a mentor has cancelled them. */
  readonly lost: number;
}

const STUDENTS = 40;
const MENTORS = 5;
const DAYS = 4;
const REFUSALS = new Set([
  "This slot is already booked.",
  "You have reached the maximum of 3 slots for this day.",
  "That mentor is not free at this time.",
  "There are bookings at this time. Choose another mentor for each, or cancel it.",
  "This booking no longer exists.",
  "You are not authorized to access this page",
  "This day has free slots. Please book one of them.",
]);

interface People {
  readonly admin: string;
  readonly mentors: readonly string[];
  readonly students: readonly string[];
}

export async function runStorm({ ownerUrl, apiUrl, tries, connections }: Storm): Promise<StormResult> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const people = await createPeople(owner);
  const outcomes: Record<string, number> = {};
  const unexpected: Record<string, number> = {};
  let [left, booked, deleted, heldTwice] = [tries, 0, 0, 0];

  async function work(): Promise<void> {
    // A slow machine must not end a statement.
    const options = "-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0";
    const client = new pg.Client({ connectionString: apiUrl, options });
    await client.connect();
    while (left-- > 0) {
      const { kind, who, statements } = chooseAction(people);
      let outcome = "done";
      try {
        await client.query("begin");
        await client.query(
          "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
          [JSON.stringify({ sub: who, role: "authenticated" })],
        );
        let changed = 0;
        for (const [text, values] of statements) changed = (await client.query(text, values)).rowCount ?? 0;
        await client.query("commit");
        if (kind === "book" || kind === "accept") booked += changed;
        if (kind === "delete") deleted += changed;
      } catch (error) {
        await client.query("rollback");
        const { code, message } = error as pg.DatabaseError;
        outcome = message;
        if (!REFUSALS.has(message)) count(unexpected, `${kind}: ${code} ${message}`);
      }
      count(outcomes, `${kind}: ${outcome}`);
    }
    await client.end();
  }
  /** What time and the job of every minute do, and a look at the offers, again and again. */
  async function passTime(): Promise<void> {
    while (left > 0) {
      await owner.query(EXPIRE);
      heldTwice += (await owner.query(HELD_TWICE)).rows[0].count;
      await owner.query("select private.offer_times_of(day) from private.list_waiting_days() as day");
      heldTwice += (await owner.query(HELD_TWICE)).rows[0].count;
    }
  }
  const time = passTime().catch((error: pg.DatabaseError) =>
    count(unexpected, `time: ${error.code} ${error.message}`),
  );
  await Promise.all(Array.from({ length: connections }, work));
  await time;

  for (const { state, times } of (await owner.query(OFFERS)).rows) outcomes[`offer: ${state}`] = times;
  const [found] = (await owner.query<{ collisions: number; kept: number; cancelled: number }>(FINDINGS)).rows;
  await owner.end();
  const { collisions, kept, cancelled } = found ?? { collisions: Number.NaN, kept: 0, cancelled: 0 };
  return { outcomes, unexpected, collisions, heldTwice, lost: booked - deleted - cancelled - kept };
}

// Locked ones are skipped, because time waits for nobody.
const EXPIRE = `update private.slot_offers set expires_at = clock_timestamp() where id in (
  select id from private.slot_offers
  where state = 'open' and expires_at > clock_timestamp() and random() < 0.3 for update skip locked)`;
const HELD_TWICE = `with held as (
    select id, mentor_id, start_time, end_time, false as is_offer from slots
    union all select id, mentor_id, start_time, end_time, true from private.slot_offers
      where state = 'open' and expires_at > clock_timestamp()
  )
  select count(*)::int from held as one join held as other
    on one.is_offer and one.id <> other.id and one.start_time < other.end_time and one.end_time > other.start_time
      and one.mentor_id is not distinct from other.mentor_id`;
const OFFERS = "select state, count(*)::int as times from private.slot_offers group by state";

const FINDINGS = `select
  (select count(*)::int from slots one join slots other
     on one.id < other.id and one.start_time < other.end_time and one.end_time > other.start_time
       and (one.mentor_id is not distinct from other.mentor_id or one.user_id = other.user_id)) as collisions,
  (select count(*)::int from slots) as kept,
  (select count(*)::int from audit_log where action = 'booking cancelled') as cancelled`;

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

async function createPeople(owner: pg.Client): Promise<People> {
  const { rows } = await owner.query<{ id: string }>(
    `with account as (
       insert into auth.users (email, email_confirmed_at)
       select 'storm' || n || '@example.org', now() from generate_series(1, $1::int) as n returning id, email
     ), profile as (
       insert into profiles (id, email, first_name, last_name, phone) select id, email, 'A', 'B', '1' from account returning id
     )
     select id from profile`,
    [1 + MENTORS + STUDENTS],
  );
  const [admin = "", ...others] = rows.map(({ id }) => id);
  const [mentors, students] = [others.slice(0, MENTORS), others.slice(MENTORS)];
  await owner.query("insert into private.admins (user_id, granted_by) values ($1, 'storm')", [admin]);
  for (const [index, student] of students.entries())
    await owner.query(
      "insert into user_plans (user_id, plan_level, plan_exam, plan_name) values ($1, 'ug', 'cet', $2)",
      [student, planOf(index)],
    );
  for (const mentor of mentors) await owner.query("select private.grant_mentor($1, 'storm')", [mentor]);
  await owner.query(
    `insert into mentor_hours select id, weekday, '10:00', '22:00' from mentors, generate_series(1, 7) as weekday
     on conflict do nothing`,
  );
  // Days become full, so that students join waiting lists.
  await owner.query("update mentor_hours set ends_at = '12:00'");
  return { admin, mentors, students };
}

const planOf = (index: number) => (index % 2 === 0 ? "Basic" : "Medium");

type Statement = readonly [text: string, values: readonly unknown[]];
interface Action {
  readonly kind: string;
  readonly who: string;
  readonly statements: readonly (readonly [string, unknown[]])[];
}

const random = (below: number) => Math.floor(Math.random() * below);
const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
const day = () => new Date(Date.now() + (2 + random(DAYS)) * 86_400_000).toISOString().slice(0, 10);
const instant = (date: string, minutes: number) =>
  new Date(Date.parse(`${date}T00:00:00+05:30`) + minutes * 60_000).toISOString();

/** A time of a student's plan. Two hours of each day, so that requests meet. */
function times(student: number): [start: string, end: string] {
  const isShort = planOf(student) === "Basic";
  const start = (10 + random(2)) * 60 + 30 + (isShort ? pick([0, 15]) : 0);
  const date = day();
  return [instant(date, start), instant(date, start + (isShort ? 15 : 30))];
}

const ONE_SLOT = "(select id from slots order by md5(id::text || now()::text) limit 1)";

function chooseAction({ admin, mentors, students }: People): Action {
  const index = random(students.length);
  const student = students[index] as string;
  const mentor = pick(mentors);
  const act = (kind: string, who: string, ...statements: Statement[]): Action => ({
    kind,
    who,
    statements: statements.map(([text, values]) => [text, [...values]]),
  });
  const die = random(100);
  if (die < 5) return act("join", student, ["select join_waiting_list($1)", [day()]]);
  if (die < 9)
    return act("accept", student, [
      `insert into slots (user_id, start_time, end_time)
       select $1, start_time, end_time from own_waiting_days() where offer is not null order by random() limit 1`,
      [student],
    ]);
  if (die < 11)
    return act("decline", student, [
      "select decline_offer(offer) from own_waiting_days() where offer is not null",
      [],
    ]);
  if (die < 12) return act("leave", student, ["select leave_waiting_list($1)", [day()]]);
  if (die < 45)
    return act("book", student, [
      "insert into slots (user_id, start_time, end_time, wanted_mentor) values ($1, $2, $3, $4)",
      [student, ...times(index), random(5) === 0 ? mentor : null],
    ]);
  if (die < 65)
    return act("move", student, [
      `update slots set start_time = $1, end_time = $2 where user_id = $3 and id = ${ONE_SLOT}`,
      [...times(index), student],
    ]);
  if (die < 78)
    return act("delete", student, [`delete from slots where user_id = $1 and id = ${ONE_SLOT}`, [student]]);
  if (die < 84) return act("hand over", admin, [`select move_booking(${ONE_SLOT}, $1)`, [mentor]]);
  if (die < 88)
    return act("cancel", mentor, [
      "select cancel_booking(id) from slots where mentor_id = $1 order by md5(id::text) limit 1",
      [mentor],
    ]);
  if (die < 94) {
    const date = day();
    const range = [instant(date, 600 + 15 * random(8)), instant(date, 720)];
    return act("block", mentor, [
      `select block_time($1, $2, $3, '', (
         select coalesce(json_agg(json_build_object('slot', id, 'mentor', free_mentors -> 0 -> 'id')), '[]')::jsonb
         from list_bookings_in($1, $2, $3)
       ))`,
      [mentor, ...range],
    ]);
  }
  if (die < 97) return act("unblock", mentor, ["delete from mentor_absences", []]);
  if (die < 98) {
    const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      weekday,
      starts_at: pick(["10:00", "10:45", "11:00"]),
      ends_at: pick(["11:00", "12:00"]),
    }));
    return act("hours", mentor, ["select set_mentor_hours($1, $2)", [mentor, JSON.stringify(hours)]]);
  }
  const email = "select grant_mentor(email) from list_mentors() where revoked_at is not null";
  return die < 99
    ? act("revoke", admin, ["select revoke_mentor($1)", [mentor]])
    : act("grant", admin, [email, []]);
}
