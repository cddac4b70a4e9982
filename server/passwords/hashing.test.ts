import { verify } from "@node-rs/argon2";
import { afterEach, describe, expect, test, vi } from "vitest";
import { hashPassword, PasswordQueueFull, verifyPassword } from "./hashing.ts";

// The real one, watched: how often it works and with what is what the clock would only hint at.
vi.mock(import("@node-rs/argon2"), async (importOriginal) => {
  const original = await importOriginal();
  return { ...original, verify: vi.fn(original.verify) };
});
afterEach(() => {
  vi.mocked(verify).mockClear();
});

const AS_AGREED = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

describe("a password", () => {
  test("is hashed with argon2id at the agreed cost, with a salt of its own", async () => {
    const [one, other] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    expect(one).toMatch(AS_AGREED);
    expect(one).not.toBe(other);
    expect(await verifyPassword("correct horse", one)).toBe(true);
    expect(await verifyPassword("correct hors", one)).toBe(false);
  });

  test("is right for nobody where there is no account, and costs as much to refuse", async () => {
    expect(await verifyPassword("nobody has this password", null)).toBe(false);
    expect(vi.mocked(verify).mock.calls).toEqual([
      [expect.stringMatching(AS_AGREED), "nobody has this password"],
    ]);
  });

  test("takes its turn: four at a time, and beyond a long queue the caller is told to come again", async () => {
    const ends: (() => void)[] = [];
    let running = 0;
    let most = 0;
    vi.mocked(verify).mockImplementation(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
      return false;
    });
    const asked = Array.from({ length: 210 }, () =>
      verifyPassword("wrong", "a hash").catch((error) => error),
    );
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer instanceof PasswordQueueFull)).toHaveLength(6);
    expect(answers.filter((answer) => answer === false)).toHaveLength(204);
    expect(most).toBe(4);
  });
});
