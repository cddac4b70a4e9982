import { expect, test } from "vitest";
import { QueueFull } from "../../limits/fair-queue.ts";
import { InspectionQueue } from "./inspection-queue.ts";

/** Records the order in which tasks run. Each takes the given time of a simulated clock. */
function createWorld(options: { maxWaiting?: number; maxWaitingPerClient?: number } = {}) {
  let nowMs = 0;
  const queue = new InspectionQueue({ ...options, now: () => nowMs });
  const order: string[] = [];
  const refused: string[] = [];
  const tasks: Promise<void>[] = [];
  const enqueue = (client: string, takesMs: number, count = 1) => {
    for (let task = 0; task < count; task++)
      tasks.push(
        queue
          .run(client, async () => {
            order.push(client);
            await new Promise(setImmediate);
            nowMs += takesMs;
          })
          .catch((error: unknown) => {
            expect(error).toBeInstanceOf(QueueFull);
            refused.push(client);
          }),
      );
  };
  return { enqueue, order, refused, done: () => Promise.all(tasks), pass: (ms: number) => (nowMs += ms) };
}

test("a client with fast files waits for one slow file, and not for those of all others", async () => {
  const { enqueue, order, done } = createWorld();
  for (const attacker of ["a", "b", "c"]) enqueue(attacker, 3_000, 4);
  enqueue("student", 20);
  await done();
  expect(order.slice(0, 4)).toEqual(["a", "b", "c", "student"]);
  const later = createWorld();
  for (const attacker of ["a", "b", "c"]) later.enqueue(attacker, 3_000);
  await later.done();
  for (const attacker of ["a", "b", "c"]) later.enqueue(attacker, 3_000, 4);
  later.enqueue("student", 20, 3);
  await later.done();
  expect(later.order.slice(3, 7)).toEqual(["a", "student", "student", "student"]);
});

test("the time that a client has used is forgotten after some minutes", async () => {
  const { enqueue, order, done, pass } = createWorld();
  enqueue("early", 3_000);
  await done();
  pass(20 * 60_000);
  enqueue("other", 20);
  enqueue("early", 20);
  enqueue("other", 20);
  await done();
  expect(order).toEqual(["early", "other", "early", "other"]);
});

test("a full queue refuses files of the client that has used the most time", async () => {
  const { enqueue, order, refused, done } = createWorld({ maxWaiting: 3, maxWaitingPerClient: 3 });
  enqueue("slow", 3_000);
  await done();
  enqueue("slow", 3_000, 5);
  enqueue("student", 20);
  await done();
  expect(refused).toEqual(["slow", "slow"]);
  expect(order).toEqual(["slow", "slow", "student", "slow", "slow"]);
});

test("a task that fails does not stop the next one", async () => {
  const queue = new InspectionQueue();
  const failed = queue.run("a", () => Promise.reject(new Error("broken")));
  const next = queue.run("b", async () => "done");
  await expect(failed).rejects.toThrow("broken");
  await expect(next).resolves.toBe("done");
});
