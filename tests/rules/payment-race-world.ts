import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type ConcurrentWorld, openConcurrentWorld, type Request } from "./concurrency.ts";
import { checkPayments } from "./payments-world.ts";
import { people } from "./people.ts";

export let world: ConcurrentWorld;

export function setUpPaymentRaces(): void {
  beforeAll(async () => {
    world = await openConcurrentWorld();
  });
  afterAll(() => world.close());

  // After each race, the books agree.
  afterEach(async () => {
    expect(await checkPayments(world.owner)).toEqual([]);
  });
}

export const times = (count: number) => Array.from({ length: count }, (_, index) => index);
export const asAdmin = (text: string, ...values: unknown[]): Request => ({ who: people.admin, text, values });

export const count = async (sql: string, values: unknown[] = []): Promise<number> =>
  Number((await world.owner.query(`select count(*) from ${sql}`, values)).rows[0].count);
