import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Query } from "../postgres/database.ts";
import type { CampaignDependencies } from "./dependencies.ts";
import { Sending } from "./sending.ts";

const CONCURRENCY = 3;

interface Attempt {
  readonly to: string;
  readonly accept: () => void;
  readonly fail: (error: Error) => void;
}

/** Starts a sender for one campaign. The test decides the outcome of each delivery. */
function startSending(recipients: number, ratePerSecond = 1_000) {
  const queue = Array.from({ length: recipients }, (_, number) => ({
    id: `id${number}`,
    campaign_id: "campaign",
    user_id: `user${number}`,
    email: `student${number}@example.com`,
    attempts: 0,
  }));
  const attempts: Attempt[] = [];
  const recorded: string[] = [];
  const queries: string[] = [];
  const query: Query = async (text, values = []) => {
    queries.push(text);
    let rows: unknown[] = [];
    if (text.includes("claim_recipients")) rows = queue.splice(0, values[0] as number);
    else if (text.includes("campaign_content")) rows = [{ subject: "Round one", body: "", attachments: [] }];
    else if (/record_|requeue_recipients/.test(text)) recorded.push(/private\.(\w+)/.exec(text)?.[1] ?? "");
    return { rows, rowCount: rows.length } as never;
  };
  const dependencies = {
    database: { query },
    log: pino({ level: "silent" }),
    send: ({ to }: { to: string }) =>
      new Promise<void>((accept, fail) => {
        attempts.push({ to, accept, fail });
      }),
    concurrency: CONCURRENCY,
    ratePerSecond,
    renderCampaignMail: () => ({ subject: "", text: "", html: "" }),
    unsubscribeLinkFor: () => "",
    writeLogs: async () => undefined,
    retryDelays: { firstRetryMs: 0, firstPauseMs: 60_000, longestPauseMs: 60_000 },
  } as unknown as CampaignDependencies;
  const stop = new AbortController();
  const sending = new Sending(dependencies, query, {
    stopping: stop.signal,
    lost: new AbortController().signal,
  });
  const finished = sending.run();
  onTestFinished(() => stop.abort());
  return { attempts, recorded, queue, queries, sending, finished, stop: () => stop.abort() };
}

const eventually = (expectation: () => void) => vi.waitFor(expectation, { timeout: 20_000, interval: 5 });

test("no more mails are in progress than the mail server has connections", async () => {
  const { attempts, queue } = startSending(10);
  await eventually(() => expect(attempts).toHaveLength(CONCURRENCY));
  attempts[0]?.accept();
  await eventually(() => expect(attempts).toHaveLength(CONCURRENCY + 1));
  expect(queue).toHaveLength(10 - CONCURRENCY - 1);
});

test("no recipient is claimed while the mail server is unavailable", async () => {
  const { attempts, recorded, queue, sending } = startSending(10);
  await eventually(() => expect(attempts).toHaveLength(CONCURRENCY));
  const unavailable = Object.assign(new Error("no connection"), { permanent: false, about: "server" });
  for (const { fail } of attempts) fail(unavailable);
  await eventually(() => expect(recorded).toEqual(Array(CONCURRENCY).fill("requeue_recipients")));
  sending.notify();
  await new Promise(setImmediate);
  expect(queue).toHaveLength(10 - CONCURRENCY);
});

test("no recipient is claimed beyond the rate limit", async () => {
  const { attempts, queue } = startSending(10, 0.001);
  await eventually(() => expect(attempts).toHaveLength(1));
  attempts[0]?.accept();
  await new Promise(setImmediate);
  expect(queue).toHaveLength(9);
});

test("an idle sender claims new recipients when it is notified", async () => {
  const { attempts, queue, sending } = startSending(1);
  await eventually(() => expect(attempts).toHaveLength(1));
  queue.push({ id: "new", campaign_id: "campaign", user_id: "", email: "new@example.com", attempts: 0 });
  sending.notify();
  await eventually(() => expect(attempts.at(-1)?.to).toBe("new@example.com"));
});

test("a sender without a campaign seldom asks the database, until it is notified", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { attempts, queue, queries, sending } = startSending(0);
  await vi.advanceTimersByTimeAsync(15_000);
  const before = queries.length;
  await vi.advanceTimersByTimeAsync(60_000);
  const perMinute = queries.length - before;
  expect(perMinute).toBeGreaterThan(20);
  expect(perMinute).toBeLessThan(50);
  queue.push({ id: "new", campaign_id: "campaign", user_id: "", email: "new@example.com", attempts: 0 });
  sending.notify();
  await vi.advanceTimersByTimeAsync(0);
  expect(attempts.at(-1)?.to).toBe("new@example.com");
});

test("a stopped sender claims no more recipients, and ends once the mails in progress are recorded", async () => {
  const { attempts, recorded, queue, finished, stop } = startSending(10);
  await eventually(() => expect(attempts).toHaveLength(CONCURRENCY));
  let isFinished = false;
  const end = finished.then(() => {
    isFinished = true;
  });
  stop();
  await new Promise(setImmediate);
  expect(isFinished).toBe(false);
  for (const { accept } of attempts) accept();
  await end;
  expect(recorded).toEqual(Array(CONCURRENCY).fill("record_sent"));
  expect(queue).toHaveLength(10 - CONCURRENCY);
});
