import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Query } from "../postgres/database.ts";
import { type CampaignParts, Sending } from "./sending.ts";

export interface RunningSender {
  /** Begins no new mail, and lets those that are being handed over come to their end for a while. */
  stop(): Promise<void>;
}

type Pause = (milliseconds: number) => Promise<void>;

/** Whoever holds it sends. PostgreSQL lets go of it when the connection ends, however it ends. */
const LOCK = 1_672_904_411;
/** How soon another takes over. */
const ASK_MILLISECONDS = 500;
const BROKEN_OFF_MILLISECONDS = 2_000;
/** Longer than a mail takes; shorter than what starts and stops servers waits before it kills. */
const STOP_MILLISECONDS = 10_000;

/** Sends campaigns whenever no other process does, until it is stopped. */
export function startCampaignSender(parts: CampaignParts): RunningSender {
  const stopping = new AbortController();
  const pause: Pause = (milliseconds) =>
    wait(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await takeTurn(parts, stopping.signal, pause).catch((error: unknown) => {
        parts.log.warn({ err: error }, "the sending of campaigns broke off; trying again");
      });
      await pause(BROKEN_OFF_MILLISECONDS);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await Promise.race([running, wait(STOP_MILLISECONDS, undefined, { ref: false })]);
    },
  };
}

/** Waits for the lock, and sends for as long as the connection that holds it stands. */
async function takeTurn(parts: CampaignParts, stopping: AbortSignal, pause: Pause): Promise<void> {
  const client = parts.database.ownConnection("maarga-campaigns");
  const lost = new AbortController();
  client.on("error", () => lost.abort());
  client.on("end", () => lost.abort());
  try {
    await client.connect();
    // So that a server that lost its network counts as gone within a minute, not after the system's two hours.
    await client.query(
      "set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3",
    );
    while (!(await isOurs(client))) {
      await pause(ASK_MILLISECONDS);
      if (stopping.aborted) return;
    }
    const sending = new Sending(parts, queryOf(client), { stopping, lost: lost.signal });
    client.on("notification", () => sending.wake());
    await client.query("listen campaigns");
    await sending.run();
  } finally {
    await client.end();
  }
}

async function isOurs(client: pg.Client): Promise<boolean> {
  return (await client.query("select pg_try_advisory_lock($1) as ours", [LOCK])).rows[0].ours;
}

function queryOf(client: pg.Client): Query {
  return async (text, values = []) => {
    const { rows, rowCount } = await client.query(text, [...values]);
    return { rows, rowCount: rowCount ?? 0 } as never;
  };
}
