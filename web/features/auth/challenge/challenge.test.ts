import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Solved } from "./altcha.ts";
import { Challenge } from "./challenge.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A challenge whose solution arrives when the test calls `solve`. */
function createChallenge(lifetimeMs = 600_000) {
  const requests: { resolve(solved: Solved): void; reject(error: Error): void }[] = [];
  const levels: number[] = [];
  const onExpired = vi.fn();
  const challenge = new Challenge({
    onExpired,
    solve: (_signal, level) =>
      new Promise((resolve, reject) => {
        requests.push({ resolve, reject });
        levels.push(level);
      }),
  });
  const solve = async (token: string) => {
    requests.at(-1)?.resolve({ token, validUntil: Date.now() + lifetimeMs });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { challenge, requests, levels, solve, onExpired };
}

describe("our own challenge", () => {
  test("is requested once, however often the form gets the focus", async () => {
    const { challenge, requests, solve } = createChallenge();
    challenge.start();
    challenge.start();
    await solve("a");
    challenge.start();
    expect(requests).toHaveLength(1);
    expect(challenge.status()).toBe("solved");
  });

  test("delays a form that is submitted before it is solved or started", async () => {
    const { challenge, solve } = createChallenge();
    const proof = challenge.takeProof();
    expect(challenge.status()).toBe("working");
    await solve("a");
    expect(await proof).toEqual({ captchaToken: "a" });
  });

  test("is valid for one request", async () => {
    const { challenge, requests, solve } = createChallenge();
    challenge.start();
    await solve("a");
    expect(await challenge.takeProof()).toEqual({ captchaToken: "a" });
    expect(challenge.status()).toBe("used");
    const second = challenge.takeProof();
    await solve("b");
    expect(await second).toEqual({ captchaToken: "b" });
    expect(requests).toHaveLength(2);
  });

  test("is started again immediately after a failed request", async () => {
    const { challenge, requests, solve } = createChallenge();
    challenge.start();
    await solve("a");
    await challenge.takeProof();
    challenge.renew();
    expect(challenge.status()).toBe("working");
    expect(requests).toHaveLength(2);
  });

  test("is solved at the level that the server requires, once for each level", async () => {
    const { challenge, levels, solve } = createChallenge();
    challenge.start();
    await solve("a");
    await challenge.takeProof();
    expect(challenge.raise(2)).toBe(true);
    const proof = challenge.takeProof();
    await solve("b");
    expect(await proof).toEqual({ captchaToken: "b" });
    expect(challenge.raise(2)).toBe(false);
    challenge.renew();
    expect(levels).toEqual([0, 2, 2]);
  });

  test("of a provider cannot be made harder", () => {
    expect(new Challenge().raise(1)).toBe(false);
  });

  test("expires, reports that once, and starts again with the next focus", async () => {
    const { challenge, requests, solve, onExpired } = createChallenge(600_000);
    challenge.start();
    await solve("a");
    await vi.advanceTimersByTimeAsync(600_000);
    expect(challenge.status()).toBe("expired");
    expect(onExpired).toHaveBeenCalledOnce();
    challenge.start();
    expect(requests).toHaveLength(2);
  });

  test("does not expire after it was used", async () => {
    const { challenge, solve, onExpired } = createChallenge(600_000);
    challenge.start();
    await solve("a");
    await challenge.takeProof();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(onExpired).not.toHaveBeenCalled();
  });

  test("is solved again before it is sent if it expired while the phone slept", async () => {
    const { challenge, requests, solve } = createChallenge(600_000);
    challenge.start();
    await solve("a");
    // Timers stop during sleep; the clock does not.
    vi.setSystemTime(Date.now() + 700_000);
    const proof = challenge.takeProof();
    expect(requests).toHaveLength(2);
    await solve("b");
    expect(await proof).toEqual({ captchaToken: "b" });
  });

  test("can be tried again after it has failed", async () => {
    const { challenge, requests, solve } = createChallenge();
    const proof = challenge.takeProof();
    requests[0]?.reject(new Error("no network"));
    expect(await proof).toBeNull();
    expect(challenge.status()).toBe("failed");
    challenge.renew();
    await solve("b");
    expect(challenge.status()).toBe("solved");
  });
});

describe("a challenge in a provider's frame", () => {
  test("has no token until the visitor solves it", async () => {
    const challenge = new Challenge();
    expect(await challenge.takeProof()).toBeNull();
    challenge.accept("by hand");
    expect(await challenge.takeProof()).toEqual({ captchaToken: "by hand" });
    expect(await challenge.takeProof()).toBeNull();
  });

  test("expires when the provider reports it", async () => {
    const challenge = new Challenge();
    challenge.accept("by hand");
    challenge.expire();
    expect(challenge.status()).toBe("expired");
    expect(await challenge.takeProof()).toBeNull();
  });
});
