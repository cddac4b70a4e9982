import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { idOf, people, type Who } from "./people.ts";
import { denied, openStage, type Refusal, type Stage } from "./stage.ts";

export const everybody = Object.keys(people) as Who[];

const NAMES: Record<Who, string> = {
  visitor: "a visitor",
  newcomer: "a newcomer without a profile",
  student: "a student without a plan",
  planned: "a student with a plan",
  other: "another student",
  expired: "a student whose plan is over",
  admin: "an admin",
  formerAdmin: "a former admin",
  secretKey: "the secret key",
};

type Expected = number | Refusal;

/** Who may do something, and to how many rows. Whoever is not named gets `otherwise`, and a visitor nothing at all. */
export type Access = {
  does: string;
  sql: string;
  values?: (me: string | null) => unknown[];
  is: Partial<Record<Who, Expected>>;
  otherwise: Expected;
};

/** One test for each person and case. `history` is what the cases read and change. */
export function checkAccess(tables: Record<string, Access[]>, history: string[] = []): void {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  for (const [table, cases] of Object.entries(tables)) {
    describe(table, () => {
      for (const { does, sql, values, is, otherwise } of cases) {
        const expectations = everybody.map((who) => {
          const expected = is[who] ?? (who === "visitor" ? denied(table) : otherwise);
          const can = typeof expected === "number" && expected > 0 ? "can" : "cannot";
          return [NAMES[who], can, who, expected] as const;
        });
        test.each(expectations)(`%s %s ${does}`, async (_name, _can, who, expected) => {
          const parameters = values?.(idOf(who)) ?? [];
          await stage.scene(async (scene) => {
            for (const rows of history) await scene.history(rows);
            const outcome =
              typeof expected === "number"
                ? (await scene.as(who, sql, parameters)).rowCount
                : await scene.refusal(who, sql, parameters);
            expect(outcome).toEqual(expected);
          });
        });
      }
    });
  }
}
