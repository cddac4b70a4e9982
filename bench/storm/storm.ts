import pg from "pg";
import { type Random, seededRandom } from "../seeded-random.ts";
import { chooseAction, type KnownSlot, type World } from "./actions.ts";
import {
  type Client,
  type HttpAccess,
  openHttpClient,
  openSqlClient,
  Refused,
  Unanswered,
} from "./clients.ts";
import { findViolations, keepLedger, type Violations } from "./ledger.ts";
import { countHeldTwice, countOffers, EXPIRE_SOME, listOffered } from "./offers.ts";
import { addPastCalls, createPeople, MAX_UPCOMING } from "./people.ts";

/**
 * Random bookings, moves, cancellations, hand-overs, absences, hours, outcomes and grants of mentors, and waiting lists
 * with their offers at once, against a database of its own. It counts what must never occur.
 */
export interface Storm {
  readonly ownerUrl: string;
  readonly apiUrl: string;
  readonly tries: number;
  readonly seed: number;
  /** Connections to the database. */
  readonly connections: number;
  /** Requests go through servers, too, which are killed in between. */
  readonly servers?: StormServers;
}

export interface StormServers {
  /** Clients of a server, each with one request at a time. */
  readonly clients: number;
  /** The number of times that a process is killed. */
  readonly kills: number;
  /** Starts them, for requests of the people with these ids. */
  access(people: readonly string[]): Promise<HttpAccess>;
  /** Kills a server or a worker with SIGKILL, and starts another one. */
  kill(index: number): Promise<void>;
}

export interface StormResult {
  /** Each outcome, by its text. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Outcomes that no caller should ever see, such as deadlocks. */
  readonly unexpected: Readonly<Record<string, number>>;
  readonly violations: Violations & {
    /** Running offers that met a booking or another offer in one mentor, as they were seen while the storm lasted. */
    readonly heldTwice: number;
  };
  /** The tries over HTTP, and those whose server was killed before it answered. */
  readonly overHttp: number;
  readonly unanswered: number;
}

const REFRESH_MS = 100;
const REFUSALS = new Set([
  "This slot is already booked.",
  "You have reached the maximum of 3 slots for this day.",
  `You have reached the maximum of ${MAX_UPCOMING} upcoming slots.`,
  "That mentor is not free at this time.",
  "There are bookings at this time. Choose another mentor for each, or cancel it.",
  "This booking no longer exists.",
  "You are not authorized to access this page",
  "This call is already marked.",
  "The minute to undo this has passed. Please ask an admin.",
  "This day has free slots. Please book one of them.",
]);

export async function runStorm(storm: Storm): Promise<StormResult> {
  const { ownerUrl, apiUrl, tries, seed, connections, servers } = storm;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const people = await createPeople(owner);
  const pastCalls = await addPastCalls(owner, people);
  await keepLedger(owner);
  const everybody = [people.admin, ...[...people.mentors, ...people.students].map(({ id }) => id)];
  const access = await servers?.access(everybody);
  const counts = { left: tries, booked: 0, overHttp: 0, unanswered: 0 };
  const outcomes: Record<string, number> = {};
  const unexpected: Record<string, number> = {};
  let slots: readonly KnownSlot[] = [];
  let offered: readonly string[] = [];
  let heldTwice = 0;

  async function work(client: Client, random: Random, isHttp: boolean): Promise<void> {
    while (counts.left-- > 0) {
      const world: World = { ...people, pastCalls, slots, offered };
      const { kind, who, first, request } = chooseAction(random, world);
      let outcome = "done";
      try {
        const rows = first ? await client.send(who, first) : [];
        const sent = typeof request === "function" ? request(rows) : request;
        if (!sent) outcome = "nothing to do";
        else {
          await client.send(who, sent);
          if ("book" in sent) counts.booked += 1;
        }
      } catch (error) {
        if (error instanceof Unanswered) {
          outcome = "no answer";
          counts.unanswered += 1;
        } else if (error instanceof Refused) {
          outcome = error.message;
          if (!REFUSALS.has(outcome)) count(unexpected, `${kind}: ${error.code} ${outcome}`);
        } else throw error;
      }
      if (isHttp) counts.overHttp += 1;
      count(outcomes, `${kind}: ${outcome}`);
    }
    await client.close();
  }

  /** Other clients act on bookings that may be gone by then. */
  async function refresh(): Promise<void> {
    while (counts.left > 0) {
      const { rows } = await owner.query<KnownSlot>(
        "select id, user_id, mentor_id from slots where start_time > now()",
      );
      slots = rows;
      offered = await listOffered(owner);
      await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
    }
  }

  /** Kills at equal distances of tries. */
  async function killInBetween(): Promise<void> {
    for (let index = 0; servers && index < servers.kills; index++) {
      const next = tries - (tries * (index + 1)) / (servers.kills + 1);
      while (counts.left > next) await new Promise((resolve) => setTimeout(resolve, 20));
      await servers.kill(index);
    }
  }

  /** Repeats the effects of time and of the job of every minute, with a look at the offers. */
  async function passTime(): Promise<void> {
    const time = new pg.Client({ connectionString: ownerUrl });
    await time.connect();
    try {
      while (counts.left > 0) {
        await time.query(EXPIRE_SOME);
        heldTwice += await countHeldTwice(time);
        await time.query("select private.offer_times_of(day) from private.list_waiting_days() as day");
        heldTwice += await countHeldTwice(time);
        await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
      }
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      count(unexpected, `time: ${error.code} ${error.message}`);
    }
    await time.end();
  }

  const randomOf = (index: number) => seededRandom(seed * 1_000 + index);
  const working = Array.from({ length: connections }, async (_, index) =>
    work(await openSqlClient(apiUrl), randomOf(index), false),
  );
  if (access && servers)
    for (let index = 0; index < servers.clients; index++)
      working.push(work(openHttpClient(access), randomOf(connections + index), true));
  await Promise.all([...working, refresh(), passTime(), killInBetween()]);
  const violations = { ...(await findViolations(owner, counts.booked)), heldTwice };
  for (const { state, times } of await countOffers(owner)) outcomes[`offer: ${state}`] = times;
  await owner.end();
  return { outcomes, unexpected, violations, overHttp: counts.overHttp, unanswered: counts.unanswered };
}

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
