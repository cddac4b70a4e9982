import { expect, test } from "vitest";
import { LimitReports } from "../limits/limit-reports.ts";
import { limitChallenges } from "./limit-challenges.ts";

test("challenges of one network are checked up to the limit, and those of another one are still checked", async () => {
  let checks = 0;
  const challenge = limitChallenges(
    {
      publicSettings: { kind: "altcha" },
      routes: () => undefined,
      verify: async () => {
        checks += 1;
        return { passed: true };
      },
    },
    new LimitReports(() => undefined),
    { burst: 5, ratePerSecond: 1 / 3_600 },
  );
  const verify = (address: string) => challenge.verify("token", address);
  const storm = await Promise.allSettled(
    Array.from({ length: 100 }, (_, nth) => verify(`2001:db8:1:${nth.toString(16)}::1`)),
  );
  expect(checks).toBe(5);
  expect(storm.at(-1)).toMatchObject({ status: "rejected", reason: { kind: "limited" } });
  expect(await verify("2001:db8:2::1")).toEqual({ passed: true });
});
