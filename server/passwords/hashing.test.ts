import { hash, verify } from "@node-rs/argon2";
import { afterEach, describe, expect, test, vi } from "vitest";
import { QueueFull } from "../limits/fair-queue.ts";
import { hashPassword, verifyPassword } from "./hashing.ts";

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

  test("is the same in every spelling of its characters, even if its hash is of another one", async () => {
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
});

describe("a storm of sign-ins", () => {
  const settle = () => new Promise(setImmediate);

  /** Checks end when `finishOne` is called. */
  function createWorld() {
    const begun: string[] = [];
    const running: (() => void)[] = [];
    vi.mocked(verify).mockImplementation(async (_hash, password) => {
      begun.push(String(password));
      await new Promise<void>((resolve) => running.push(resolve));
      return false;
    });
    const signIn = (password: string, network: string) =>
      verifyPassword(password, "a hash", network).catch((error: unknown) => error);
    const storm = Array.from({ length: 110 }, () => signIn("storm", "192.0.2.1"));
    const finishOne = async () => {
      running.shift()?.();
      await settle();
    };
    return { storm, begun, running, signIn, finishOne };
  }

  test("from one network uses three of four threads, and more than a hundred waiting are told to retry", async () => {
    const { storm, begun, running, finishOne } = createWorld();
    await settle();
    expect(begun).toHaveLength(3);
    while (running.length > 0) await finishOne();
    const results = await Promise.all(storm);
    expect(results.filter((result) => result === false)).toHaveLength(103);
    const refused = results.filter((result) => result instanceof QueueFull);
    expect(refused).toHaveLength(7);
    expect(refused[0]).toMatchObject({ kind: "busy", retryAfterSeconds: 10 });
  });

  test("does not delay a sign-in from another network", async () => {
    const { begun, running, signIn, finishOne } = createWorld();
    const student = signIn("student", "192.0.2.2");
    await settle();
    expect(begun).toEqual(["storm", "storm", "storm", "student"]);
    while (running.length > 0) await finishOne();
    expect(await student).toBe(false);
  });
});
