import { expect, test } from "vitest";
import { shareWhileRunning } from "./share-while-running.ts";

test("a thousand callers at once cause one run, and the next caller another one", async () => {
  let runs = 0;
  const check = shareWhileRunning(async () => {
    runs += 1;
    await new Promise(setImmediate);
    return runs;
  });
  const results = await Promise.all(Array.from({ length: 1_000 }, check));
  expect([new Set(results), runs]).toEqual([new Set([1]), 1]);
  expect(await check()).toBe(2);
});

test("a failed run fails for all its callers, and the next caller starts a new one", async () => {
  let runs = 0;
  const check = shareWhileRunning(async () => {
    runs += 1;
    if (runs === 1) throw new Error("not ready");
  });
  const results = await Promise.allSettled([check(), check()]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(check()).resolves.toBeUndefined();
});
