import { once } from "node:events";
import { tmpdir } from "node:os";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { housekeeping } from "../../server/jobs/housekeeping.ts";
import { createAddJob, type Tasks } from "../../server/jobs/jobs.ts";
import { type RunningWorker, startWorker } from "../../server/jobs/worker.ts";
import { ServiceDatabase } from "../../server/postgres/database.ts";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { KeyRing } from "../../server/tokens/key-ring.ts";
import type { InternalKey } from "../../server/tokens/keyed-hash.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";

const internalKeys = new KeyRing<InternalKey>([{ key: "the key of these tests" }]);
const addJob = createAddJob(internalKeys);
const POLLING = { timeout: 60_000, interval: 20 };
vi.setConfig({ testTimeout: 90_000 });

let owner: TestDatabase;
let serviceUrl: string;
let database: ServiceDatabase;

beforeAll(async () => {
  owner = await createDatabase();
  serviceUrl = (await prepareDatabase(owner.url)).serviceUrl;
  database = new ServiceDatabase(serviceUrl, { size: 2, name: "jobs test", onError: () => undefined });
});

afterAll(async () => {
  await database.close();
  await owner.drop();
});

interface WorkOptions {
  readonly concurrency?: number;
  /** The hook of a concurrent test, which has to come from its context. */
  readonly onFinished?: typeof onTestFinished;
}

async function work(
  tasks: Tasks,
  { concurrency = 5, onFinished = onTestFinished }: WorkOptions = {},
): Promise<{ worker: RunningWorker; log: string[] }> {
  const log: string[] = [];
  const logger = pino({ level: "trace" }, { write: (line: string) => void log.push(line) });
  const worker = await startWorker({
    connectionString: serviceUrl,
    tasks,
    internalKeys,
    logger,
    concurrency,
  });
  onFinished(() => worker.stop());
  return { worker, log };
}

const rowsOf = (task: string) =>
  owner.query<{
    attempts: number;
    max_attempts: number;
    last_error: string | null;
    locked_by: string | null;
  }>(
    `select attempts, max_attempts, last_error, locked_by from graphile_worker.jobs
     where task_identifier = $1 order by id`,
    [task],
  );

/** Counts the workers whose request for messages has been answered. */
async function countListening(): Promise<number> {
  const rows = await owner.query(
    `select from pg_stat_activity
     where datname = current_database() and query like 'LISTEN "jobs:insert"%' and state = 'idle'`,
  );
  return rows.length;
}

// These tests wait for the worker's own delays, so they run concurrently.
describe.concurrent("a job", () => {
  test("is queued if, and only if, its transaction commits", async ({ onTestFinished: onFinished }) => {
    const done: unknown[] = [];
    await work({ "follow-up": async (payload) => void done.push(payload) as undefined }, { onFinished });
    await expect(
      database.transaction(async (query) => {
        await addJob(query, "follow-up", { of: "what was rolled back" });
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    await database.transaction((query) => addJob(query, "follow-up", { of: "what was done" }));
    await vi.waitFor(() => expect(done).not.toEqual([]), POLLING);
    expect(done).toEqual([{ of: "what was done" }]);
    await vi.waitFor(async () => expect(await rowsOf("follow-up")).toEqual([]), POLLING);
  });

  test("that fails is retried until it succeeds", async ({ onTestFinished: onFinished }) => {
    let tries = 0;
    const secondTime = async () => {
      tries += 1;
      if (tries === 1) throw new Error("not yet");
      return undefined;
    };
    const { log } = await work({ "second-time": secondTime }, { onFinished });
    await addJob(database.query, "second-time", { secret: "asha@example.com" });
    await vi.waitFor(async () => expect(await rowsOf("second-time")).toEqual([]), POLLING);
    expect(tries).toBe(2);
    expect(log.join("")).toContain("will be retried");
    expect(log.join("")).not.toContain("asha@example.com");
  });

  test("that fails permanently is not retried, and stays in the queue for the operator", async ({
    onTestFinished: onFinished,
  }) => {
    let tries = 0;
    const hopeless = async () => {
      tries += 1;
      return { permanentFailure: "no such mailbox" };
    };
    const { log } = await work({ hopeless }, { onFinished });
    await addJob(database.query, "hopeless", {});
    const ended = { attempts: 1, max_attempts: 1, last_error: "no such mailbox", locked_by: null };
    await vi.waitFor(async () => expect(await rowsOf("hopeless")).toEqual([ended]), POLLING);
    expect(tries).toBe(1);
    expect(log.filter((line) => line.includes('"reason":"no such mailbox"'))).toHaveLength(1);
  });

  test("whose payload was encrypted with the key of another installation fails permanently, with the reason", async ({
    onTestFinished: onFinished,
  }) => {
    const done: unknown[] = [];
    await work({ foreign: async (payload) => void done.push(payload) as undefined }, { onFinished });
    const foreignKeys = new KeyRing<InternalKey>([{ key: "the key of another installation" }]);
    await createAddJob(foreignKeys)(database.query, "foreign", { link: "https://example.com" });
    const reason = expect.stringContaining("secrets.json is not the one it was queued with");
    await vi.waitFor(
      async () => expect(await rowsOf("foreign")).toMatchObject([{ attempts: 1, last_error: reason }]),
      POLLING,
    );
    expect(done).toEqual([]);
  });

  test("that runs is finished before its worker stops, and the worker claims no other", async ({
    onTestFinished: onFinished,
  }) => {
    const gate = new EventTarget();
    const started: number[] = [];
    const ended: number[] = [];
    const slow = async (payload: unknown) => {
      const { n } = payload as { n: number };
      started.push(n);
      await once(gate, "open");
      ended.push(n);
      return undefined;
    };
    const { worker } = await work({ slow }, { concurrency: 1, onFinished });
    await addJob(database.query, "slow", { n: 1 });
    await vi.waitFor(() => expect(started).toEqual([1]), POLLING);
    await addJob(database.query, "slow", { n: 2 });
    const stopping = worker.stop();
    // The worker is stopping by the time the rows are read, and still holds the job.
    expect(await rowsOf("slow")).toMatchObject([{ locked_by: expect.any(String) }, { locked_by: null }]);
    gate.dispatchEvent(new Event("open"));
    await stopping;
    expect({ started, ended }).toEqual({ started: [1], ended: [1] });
    expect(await rowsOf("slow")).toMatchObject([{ attempts: 0, locked_by: null }]);
  });

  test("that does not end is requeued when its worker stops", async ({ onTestFinished: onFinished }) => {
    const gate = new EventTarget();
    const opened = once(gate, "open");
    const stuck = async () => void (await opened) as undefined;
    const { worker } = await work({ stuck }, { concurrency: 1, onFinished });
    await addJob(database.query, "stuck", {});
    await vi.waitFor(async () => expect(await rowsOf("stuck")).toMatchObject([{ attempts: 1 }]), POLLING);
    await worker.stop();
    expect(await rowsOf("stuck")).toMatchObject([{ attempts: 1, max_attempts: 25, locked_by: null }]);
    gate.dispatchEvent(new Event("open"));
  });
});

test("a worker that loses all its connections continues", async () => {
  const done: number[] = [];
  await work({ steady: async (payload) => void done.push((payload as { n: number }).n) as undefined });
  await addJob(database.query, "steady", { n: 1 });
  await vi.waitFor(() => expect(done).toEqual([1]), POLLING);
  await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await vi.waitFor(() => addJob(database.query, "steady", { n: 2 }), POLLING);
  await vi.waitFor(() => expect(done).toEqual([1, 2]), POLLING);
});

test("a worker that ends unexpectedly is restarted", async () => {
  const done: number[] = [];
  const { log } = await work({
    lasting: async (payload) => void done.push((payload as { n: number }).n) as undefined,
  });
  const starts = () => log.filter((line) => line.includes("Worker connected")).length;
  // The worker has logged its start by then, and an earlier message would not reach it.
  await vi.waitFor(async () => expect(await countListening()).toBe(1), POLLING);
  expect(starts()).toBe(1);
  // The library stops on this message: it means that its tables have been migrated to a version it does not know.
  await owner.query("select pg_notify('worker:migrate', '{\"breaking\": true, \"migrationNumber\": 99}')");
  await vi.waitFor(() => expect(starts()).toBe(2), POLLING);
  process.exitCode = undefined;
  await addJob(database.query, "lasting", { n: 1 });
  await vi.waitFor(() => expect(done).toEqual([1]), POLLING);
});

test("every periodic task is scheduled, and the service login may run it", async () => {
  const periodic = housekeeping(database.query, tmpdir());
  const worker = await startWorker({
    connectionString: serviceUrl,
    ...periodic,
    internalKeys,
    logger: pino({ level: "silent" }),
  });
  onTestFinished(() => worker.stop());
  const known = async () =>
    (
      await owner.query<{ identifier: string }>(
        "select identifier from graphile_worker._private_known_crontabs",
      )
    ).map((row) => row.identifier);
  const names = Object.keys(periodic.tasks);
  expect(names).not.toEqual([]);
  await vi.waitFor(async () => expect((await known()).sort()).toEqual(names.sort()), POLLING);
  for (const task of Object.values(periodic.tasks)) expect(await task({})).toBeUndefined();
});

test("failed jobs are kept for thirty days, and waiting ones until they are done", async () => {
  await database.query("delete from graphile_worker._private_jobs");
  const [failed, waiting] = ["attempts = max_attempts", "attempts = 1"];
  const rows = [
    ["long failed", failed, 31],
    ["just failed", failed, 29],
    ["long waiting", waiting, 31],
  ] as const;
  for (const [task, state, days] of rows) {
    await addJob(database.query, task, {});
    await owner.query(
      `update graphile_worker._private_jobs set ${state}, run_at = now() - interval '${days} days'
       where task_id = (select id from graphile_worker._private_tasks where identifier = $1)`,
      [task],
    );
  }
  await housekeeping(database.query, tmpdir()).tasks["clear-failed-jobs"]?.({});
  const left = await owner.query("select task_identifier from graphile_worker.jobs order by id");
  expect(left.map((row) => row.task_identifier)).toEqual(["just failed", "long waiting"]);
});

test("a worker adds no signal handlers to the process", async () => {
  const signals = ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR2"] as const;
  const before = signals.map((signal) => process.listenerCount(signal));
  await work({ idle: async () => undefined });
  expect(signals.map((signal) => process.listenerCount(signal))).toEqual(before);
});
