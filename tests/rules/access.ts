import { describe, expect, test } from "vitest";
import { idOf, people, type Who } from "./people.ts";
import { permissionDenied, type Refusal, setUpWorld } from "./rules-world.ts";

export const everyone = Object.keys(people) as Who[];

const NAMES: Record<Who, string> = {
  visitor: "a visitor",
  newcomer: "a newcomer without a profile",
  student: "a student without a plan",
  planned: "a student with a plan",
  other: "another student",
  expired: "a student whose plan has ended",
  admin: "an admin",
  formerAdmin: "a former admin",
  secretKey: "the secret key",
};

type Expected = number | Refusal;

/**
 * The expected number of rows, or the expected refusal, of one statement for each person. `otherwise` applies to
 * people who are not in `is`; a visitor is denied permission unless `is` says otherwise.
 */
export type Access = {
  does: string;
  sql: string;
  values?: (me: string | null) => unknown[];
  is: Partial<Record<Who, Expected>>;
  otherwise: Expected;
};

/** Declares one test for each person and case. `rows` are statements that insert what the cases read and change. */
export function checkAccess(tables: Record<string, Access[]>, rows: string[] = []): void {
  const world = setUpWorld();

  for (const [table, cases] of Object.entries(tables)) {
    describe(table, () => {
      for (const { does, sql, values, is, otherwise } of cases) {
        const expectations = everyone.map((who) => {
          const expected = is[who] ?? (who === "visitor" ? permissionDenied(table) : otherwise);
          const can = typeof expected === "number" && expected > 0 ? "can" : "cannot";
          return [NAMES[who], can, who, expected] as const;
        });
        test.each(expectations)(`%s %s ${does}`, async (_name, _can, who, expected) => {
          const parameters = values?.(idOf(who)) ?? [];
          for (const insert of rows) await world.withoutTriggers(insert);
          const outcome =
            typeof expected === "number"
              ? (await world.as(who, sql, parameters)).rowCount
              : await world.refusal(who, sql, parameters);
          expect(outcome).toEqual(expected);
        });
      }
    });
  }
}
