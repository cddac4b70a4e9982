import { afterEach, describe, expect, test, vi } from "vitest";
import { FairQueue, QueueFull } from "./fair-queue.ts";
import { TimeBudget } from "./time-budget.ts";

const OPTIONS = {
  name: "tests",
  concurrency: 4,
  concurrencyPerClient: 3,
  maxWaiting: 20,
  maxWaitingPerClient: 15,
  maxWaitMs: 600_000,
};

/** Tasks that run until they are finished by hand, and the order in which they began. */
function createWorld(options: Partial<typeof OPTIONS> & { budget?: TimeBudget } = {}) {
  const queue = new FairQueue({ ...OPTIONS, ...options });
  const begun: string[] = [];
  const refused: string[] = [];
  const running: { client: string; finish(): void }[] = [];
  const enqueue = (client: string, tasks = 1) => {
    for (let task = 0; task < tasks; task++)
      queue
        .run(client, () => {
          begun.push(client);
          return new Promise<void>((finish) => running.push({ client, finish }));
        })
        .catch((error: unknown) => {
          expect(error).toBeInstanceOf(QueueFull);
          refused.push(client);
        });
  };
  const finishOne = async () => {
    running.shift()?.finish();
    await settle();
  };
  return { enqueue, begun, refused, running, finishOne };
}

const settle = () => new Promise(setImmediate);

describe("a client with many tasks", () => {
  test("never uses all places", async () => {
    const { enqueue, begun } = createWorld();
    enqueue("storm", 10);
    await settle();
    expect(begun).toEqual(["storm", "storm", "storm"]);
    enqueue("student");
    await settle();
    expect(begun.at(-1)).toBe("student");
  });

  test("takes turns with the others, whoever came first", async () => {
    const { enqueue, begun, running, finishOne } = createWorld({ concurrencyPerClient: 4 });
    enqueue("storm", 12);
    enqueue("one");
    enqueue("two");
    await settle();
    expect(begun.splice(0)).toEqual(["storm", "storm", "storm", "storm"]);
    while (running.length > 0) await finishOne();
    expect(begun.slice(0, 4).sort()).toEqual(["one", "storm", "storm", "two"]);
    expect(begun).toHaveLength(10);
  });

  test("is refused when its own queue is full, and the others are not", async () => {
    const { enqueue, begun, refused } = createWorld();
    enqueue("storm", 30);
    enqueue("student");
    await settle();
    expect(refused).toEqual(Array(12).fill("storm"));
    expect(begun).toContain("student");
  });

  test("loses its last task to another client when too many wait in total", async () => {
    const { enqueue, begun, refused, running, finishOne } = createWorld({ maxWaiting: 15 });
    enqueue("storm", 18);
    enqueue("busy", 1);
    enqueue("student", 1);
    await settle();
    expect(refused).toEqual(["storm"]);
    while (running.length > 0) await finishOne();
    expect(begun.indexOf("student")).toBeLessThan(6);
    expect(begun).toHaveLength(19);
  });
});

test("a thousand clients with a task each do not wait in a queue without a limit", async () => {
  const { enqueue, begun, refused, running, finishOne } = createWorld();
  for (let client = 0; client < 1_000; client++) enqueue(String(client));
  await settle();
  expect(refused).toHaveLength(1_000 - 24);
  while (running.length > 0) await finishOne();
  expect(begun).toHaveLength(24);
});

test("a task that waits too long is refused", async () => {
  const { enqueue, refused } = createWorld({ maxWaitMs: 1 });
  enqueue("storm", 5);
  while (refused.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(refused).toEqual(["storm", "storm"]);
});

test("a task that fails makes place for the next one", async () => {
  const queue = new FairQueue({ ...OPTIONS, concurrency: 1 });
  const results = await Promise.allSettled([
    queue.run("a", () => Promise.reject(new Error("failed"))),
    queue.run("a", async () => "done"),
  ]);
  expect(results).toMatchObject([{ status: "rejected" }, { status: "fulfilled", value: "done" }]);
});

describe("a client whose tasks take long", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Three tasks of a heavy client have taken two tenths of a second each; as many wait. */
  async function setUp(maxRunning?: number) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const budget = new TimeBudget({ burstMs: 150, share: 0.25 });
    const world = createWorld({ budget, ...(maxRunning && { concurrencyPerClient: maxRunning }) });
    world.enqueue("heavy", 6);
    await settle();
    const finishAll = async () => {
      const count = world.running.length;
      for (let nth = 0; nth < count; nth++) await world.finishOne();
    };
    const pass = async (ms: number) => {
      vi.advanceTimersByTime(ms);
      await settle();
    };
    await pass(200);
    await finishAll();
    return { ...world, finishAll, pass };
  }

  test("has one at a time, each after a pause as long as the one before, and others wait for nothing", async () => {
    const { enqueue, begun, running, finishAll, pass } = await setUp();
    expect(begun.splice(0)).toEqual(["heavy", "heavy", "heavy"]);
    enqueue("student", 3);
    await settle();
    expect(begun.splice(0)).toEqual(["student", "student", "student"]);
    await pass(199);
    expect(begun).toEqual([]);
    await pass(1);
    expect(begun.splice(0)).toEqual(["heavy"]);
    await finishAll();
    await pass(200);
    expect(begun.splice(0)).toEqual(["heavy"]);
    await finishAll();
    await pass(60_000);
    await finishAll();
    enqueue("heavy", 3);
    await pass(0);
    expect(running).toHaveLength(3);
  });

  test("has no budget if it may use all places", async () => {
    const { begun } = await setUp(OPTIONS.concurrency);
    expect(begun).toHaveLength(6);
  });
});
