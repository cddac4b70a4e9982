import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Solved } from "./altcha.ts";
import { Challenge } from "./challenge.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Solutions that come when the test says so. */
function solvable(lifetimeMs = 600_000) {
  const asked: { resolve(solved: Solved): void; reject(error: Error): void }[] = [];
  const onExpired = vi.fn();
  const challenge = new Challenge({
    onExpired,
    solve: () => new Promise((resolve, reject) => asked.push({ resolve, reject })),
  });
  const solve = async (token: string) => {
    asked.at(-1)?.resolve({ token, validUntil: Date.now() + lifetimeMs });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { challenge, asked, solve, onExpired };
}

describe("a challenge that solves itself", () => {
  test("is asked for once, however often the form is touched", async () => {
    const { challenge, asked, solve } = solvable();
    challenge.start();
    challenge.start();
    await solve("a");
    challenge.start();
    expect(asked).toHaveLength(1);
    expect(challenge.status()).toBe("solved");
  });

  test("is waited for by a form that is sent before it is done, or before it began", async () => {
    const { challenge, solve } = solvable();
    const proof = challenge.takeProof();
    expect(challenge.status()).toBe("working");
    await solve("a");
    expect(await proof).toEqual({ captchaToken: "a" });
  });

  test("is good for one request", async () => {
    const { challenge, asked, solve } = solvable();
    challenge.start();
    await solve("a");
    expect(await challenge.takeProof()).toEqual({ captchaToken: "a" });
    expect(challenge.status()).toBe("used");
    const second = challenge.takeProof();
    await solve("b");
    expect(await second).toEqual({ captchaToken: "b" });
    expect(asked).toHaveLength(2);
  });

  test("is asked for anew at once when a request failed", async () => {
    const { challenge, asked, solve } = solvable();
    challenge.start();
    await solve("a");
    await challenge.takeProof();
    challenge.renew();
    expect(challenge.status()).toBe("working");
    expect(asked).toHaveLength(2);
  });

  test("ends with its time, says so once, and begins again with the next touch", async () => {
    const { challenge, asked, solve, onExpired } = solvable(600_000);
    challenge.start();
    await solve("a");
    await vi.advanceTimersByTimeAsync(600_000);
    expect(challenge.status()).toBe("expired");
    expect(onExpired).toHaveBeenCalledOnce();
    challenge.start();
    expect(asked).toHaveLength(2);
  });

  test("does not end once it was used", async () => {
    const { challenge, solve, onExpired } = solvable(600_000);
    challenge.start();
    await solve("a");
    await challenge.takeProof();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(onExpired).not.toHaveBeenCalled();
  });

  test("whose time ran out while the phone slept is done again before it is sent", async () => {
    const { challenge, asked, solve } = solvable(600_000);
    challenge.start();
    await solve("a");
    // Timers stand still in sleep; the clock does not.
    vi.setSystemTime(Date.now() + 700_000);
    const proof = challenge.takeProof();
    expect(asked).toHaveLength(2);
    await solve("b");
    expect(await proof).toEqual({ captchaToken: "b" });
  });

  test("that cannot be had says so, and may be tried again", async () => {
    const { challenge, asked, solve } = solvable();
    const proof = challenge.takeProof();
    asked[0]?.reject(new Error("no network"));
    expect(await proof).toBeNull();
    expect(challenge.status()).toBe("failed");
    challenge.renew();
    await solve("b");
    expect(challenge.status()).toBe("solved");
  });
});

describe("a challenge in a provider's frame", () => {
  test("has nothing to show until it is done by hand", async () => {
    const challenge = new Challenge();
    expect(await challenge.takeProof()).toBeNull();
    challenge.accept("by hand");
    expect(await challenge.takeProof()).toEqual({ captchaToken: "by hand" });
    expect(await challenge.takeProof()).toBeNull();
  });

  test("runs out when the provider says so", async () => {
    const challenge = new Challenge();
    challenge.accept("by hand");
    challenge.expire();
    expect(challenge.status()).toBe("expired");
    expect(await challenge.takeProof()).toBeNull();
  });
});
