import { performance } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import { hashPassword, isPassword, requireStrongPassword } from "./passwords.ts";

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number;

describe("a password", () => {
  test.each([
    ["seven characters", "1234567", "passwordTooShort", "weak_password"],
    ["seven characters outside the basic plane", "😀".repeat(7), "passwordTooShort", "weak_password"],
    ["73 bytes", "x".repeat(73), "passwordTooLong", "validation_failed"],
    ["25 characters in 75 bytes", "ಕ".repeat(25), "passwordTooLong", "validation_failed"],
  ])("of %s is refused", (_what, password, _name, code) => {
    expect(() => requireStrongPassword(password)).toThrow(expect.objectContaining({ code }));
  });

  test.each([["12345678"], ["ಮಾರ್ಗದರ್ಶನ"], ["x".repeat(72)]])("%s is taken", (password) => {
    expect(() => requireStrongPassword(password)).not.toThrow();
  });

  test("is hashed with argon2id at the agreed cost, with a salt of its own", async () => {
    const [one, other] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await isPassword("correct horse", one)).toBe(true);
    expect(await isPassword("correct hors", one)).toBe(false);
  });

  test("is right for nobody where there is no hash", async () => {
    expect(await isPassword("nobody has this password", null)).toBe(false);
  });

  test("costs as much to refuse where there is no account", async () => {
    const hash = await hashPassword("correct horse");
    await isPassword("wrong", null);
    const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 31; round += 1) {
      for (const [who, against] of [
        ["known", hash],
        ["unknown", null],
      ] as const) {
        const startedAt = performance.now();
        await isPassword("wrong", against);
        times[who].push(performance.now() - startedAt);
      }
    }
    const ratio = median(times.unknown) / median(times.known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test("takes its turn, and beyond a long queue the caller is told to come again", async () => {
    const crowd = await Promise.allSettled(Array.from({ length: 210 }, () => isPassword("wrong", null)));
    const refused = crowd.filter((one) => one.status === "rejected");
    expect(refused).toHaveLength(6);
    for (const one of refused) expect(one.reason).toMatchObject({ status: 503 });
    expect(await isPassword("wrong", null)).toBe(false);
  });
});
