import { hash, verify } from "@node-rs/argon2";
import { afterEach, describe, expect, test, vi } from "vitest";
import { hashPassword, PasswordQueueFull, verifyPassword } from "./hashing.ts";

// Spies on the real `verify`: its calls prove that the work is equal, which timing could only suggest.
vi.mock(import("@node-rs/argon2"), async (importOriginal) => {
  const original = await importOriginal();
  return { ...original, verify: vi.fn(original.verify) };
});
afterEach(() => {
  vi.mocked(verify).mockClear();
});

const EXPECTED_OPTIONS = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

describe("a password", () => {
  test("is hashed with argon2id at the expected cost, each with its own salt", async () => {
    const [one, other] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    expect(one).toMatch(EXPECTED_OPTIONS);
    expect(one).not.toBe(other);
    expect(await verifyPassword("correct horse", one)).toBe(true);
    expect(await verifyPassword("correct hors", one)).toBe(false);
  });

  test("is the same in every spelling of its characters, also if its hash is of another one", async () => {
    const [composed, decomposed] = ["caf\u00e9 au lait", "cafe\u0301 au lait"];
    expect(await verifyPassword(decomposed, await hashPassword(composed))).toBe(true);
    expect(await verifyPassword(composed, await hashPassword(decomposed))).toBe(true);
    expect(await verifyPassword(decomposed, await hash(decomposed))).toBe(true);
  });

  test("may be longer than 72 bytes, and all of it counts", async () => {
    const hashed = await hashPassword("ಕ".repeat(200));
    expect(await verifyPassword("ಕ".repeat(200), hashed)).toBe(true);
    expect(await verifyPassword("ಕ".repeat(199), hashed)).toBe(false);
  });

  test("that is longer than any valid one is refused without hashing all of it", async () => {
    expect(await verifyPassword("x".repeat(1_000_000), await hashPassword(""))).toBe(false);
    expect(vi.mocked(verify).mock.calls.map(([, password]) => password)).toEqual([""]);
  });

  test("for an unknown account is refused after the same work as for a known one", async () => {
    expect(await verifyPassword("dummy password", null)).toBe(false);
    expect(vi.mocked(verify).mock.calls).toEqual([
      [expect.stringMatching(EXPECTED_OPTIONS), "dummy password"],
    ]);
  });

  test("is checked four at a time, and is refused as busy when the queue is full", async () => {
    const finish: (() => void)[] = [];
    let running = 0;
    let maxRunning = 0;
    vi.mocked(verify).mockImplementation(async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await new Promise<void>((resolve) => finish.push(resolve));
      running -= 1;
      return false;
    });
    const checks = Array.from({ length: 210 }, () =>
      verifyPassword("wrong", "a hash").catch((error) => error),
    );
    while (finish.length > 0) {
      finish.shift()?.();
      await new Promise(setImmediate);
    }
    const results = await Promise.all(checks);
    expect(results.filter((result) => result instanceof PasswordQueueFull)).toHaveLength(6);
    expect(results.filter((result) => result === false)).toHaveLength(204);
    expect(maxRunning).toBe(4);
  });
});
