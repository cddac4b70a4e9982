import fc from "fast-check";
import { expect, test } from "vitest";
import { setUpPayments } from "./payments-world.ts";
import { statementsOf } from "./statement-world.ts";

const world = setUpPayments();
const { addLines, proposals } = statementsOf(world);

/** A generated world: orders with or without a claim, and lines, with few values, so that many of them collide. */
const worlds = fc.record({
  orders: fc.array(
    fc.record({ paise: fc.constantFrom(100, 200), utr: fc.option(fc.integer({ min: 0, max: 5 })) }),
    { maxLength: 6 },
  ),
  lines: fc.array(
    fc.record({
      paise: fc.constantFrom(100, 200),
      utr: fc.option(fc.integer({ min: 0, max: 5 })),
      order: fc.option(fc.nat({ max: 7 })),
      name: fc.option(fc.nat({ max: 5 })),
      days: fc.constantFrom(-1, 0, 1),
    }),
    { maxLength: 8 },
  ),
});

test("no order and no line is proposed twice, and certain proposals have the same amount and a reason", async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async ({ orders, lines }) => {
      // The worlds have students of the same names.
      await world.asOwner("savepoint random");
      try {
        await checkProposals(orders, lines);
      } finally {
        await world.asOwner("rollback to savepoint random");
      }
    }),
    { numRuns: 25 },
  );
});

interface RandomLine {
  readonly paise: number;
  readonly utr: number | null;
  readonly order: number | null;
  readonly name: number | null;
  readonly days: number;
}

async function checkProposals(orders: readonly RandomOrder[], lines: readonly RandomLine[]): Promise<void> {
  const made = await insertOrders(orders);
  const written = lines.map((line) => ({
    paise: line.paise,
    utr: line.utr === null ? null : utrOf(line.utr),
    reference: line.order === null ? null : (made[line.order]?.number ?? null),
    narration: line.name === null ? "UPI" : nameOf(line.name),
    days: line.days,
  }));
  const found = await proposals(await addLines(...written));
  for (const [index, { state, order_id, how }] of found.entries()) {
    const line = written[index];
    const order = made.find(({ id }) => id === order_id);
    if (state !== "certain") continue;
    expect(order?.paise).toBe(line?.paise);
    expect(how === "utr" ? order?.utr : order?.number).toBe(how === "utr" ? line?.utr : line?.reference);
    expect(line?.days).toBeGreaterThanOrEqual(0);
  }
  const proposed = found.flatMap(({ order_id }) => order_id ?? []);
  expect(new Set(proposed).size).toBe(proposed.length);
  // An order is certain if a line of its days has its UTR and amount.
  for (const order of made)
    if (
      written.some(
        ({ utr, paise, days }) => utr !== null && utr === order.utr && paise === order.paise && days >= 0,
      )
    )
      expect(found).toContainEqual({ state: "certain", order_id: order.id, how: "utr" });
}

const utrOf = (number: number) => String(700_000_000_000 + number);
const nameOf = (number: number) => `Studentnumber${"abcdef".charAt(number)}`;

interface RandomOrder {
  readonly paise: number;
  readonly utr: number | null;
}

/** Orders of students of their own. A UTR that an earlier order has claimed is left out, as the rules want it. */
async function insertOrders(orders: readonly RandomOrder[]) {
  const made: { id: string; number: string; paise: number; utr: string | null }[] = [];
  const claimed = new Set<number>();
  for (const [index, { paise, utr }] of orders.entries()) {
    const name = nameOf(index);
    const [account] = await world.asOwner<{ id: string }>(
      "insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now()) returning id",
      [`${name.toLowerCase()}@example.org`],
    );
    await world.asOwner(
      "insert into profiles (id, email, first_name, last_name, phone) values ($1, $2, $3, 'X', '1')",
      [account?.id, `${name.toLowerCase()}@example.org`, name],
    );
    const [order] = await world.asOwner<{ id: string; number: string }>(
      `insert into orders (number, user_id, plan_level, plan_exam, plan_name, amount_paise, valid_until)
       values (private.new_order_number(), $1, 'ug', 'cet', 'Medium', $2, now() + interval '7 days') returning id, number`,
      [account?.id, paise],
    );
    const own = utr !== null && !claimed.has(utr) ? utrOf(utr) : null;
    if (utr !== null) claimed.add(utr);
    if (own)
      await world.asOwner("insert into payments (order_id, utr, source) values ($1, $2, 'student')", [
        order?.id,
        own,
      ]);
    made.push({ id: order?.id ?? "", number: order?.number ?? "", paise, utr: own });
  }
  return made;
}
