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
const nameOf = (number: number) => `Studentnumber${String.fromCharCode(97 + number)}`;

interface RandomOrder {
  readonly paise: number;
  readonly utr: number | null;
}

/** Orders of students of their own. A UTR that an earlier order has claimed is left out, as the rules want it. */
async function insertOrders(orders: readonly RandomOrder[], before = 0) {
  const made: { id: string; number: string; paise: number; utr: string | null }[] = [];
  const claimed = new Set<number>();
  for (const [index, { paise, utr }] of orders.entries()) {
    const name = nameOf(before + index);
    const [account] = await world.asOwner<{ id: string }>(
      "insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now()) returning id",
      [`${name.toLowerCase()}@example.org`],
    );
    await world.asOwner(
      "insert into profiles (id, email, first_name, last_name, phone) values ($1, $2, $3, $4, '1')",
      [account?.id, `${name.toLowerCase()}@example.org`, name, nameOf((before + index + 1) % 4)],
    );
    const [order] = await world.asOwner<{ id: string; number: string }>(
      `insert into orders (number, user_id, plan_level, plan_exam, plan_name, amount_paise, valid_until)
       values (private.new_order_number(), $1, 'ug', 'cet', 'Medium', $2, now() + interval '7 days') returning id, number`,
      [account?.id, paise],
    );
    await world.asOwner("select private.take_step($1, 'make', 'made', 'student')", [order?.id]);
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

/** The events of orders and lines, which are named by their positions. */
const events = fc.array(
  fc.oneof(
    fc.record({
      what: fc.constant("line" as const),
      utr: fc.option(fc.integer({ min: 0, max: 3 })),
      order: fc.option(fc.nat({ max: 3 })),
      names: fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 2 }),
    }),
    fc.record({
      what: fc.constantFrom("order", "proof", "confirm", "cancel", "choose", "explain", "reopen", "match"),
      order: fc.nat({ max: 3 }),
      line: fc.nat({ max: 5 }),
    }),
  ),
  { minLength: 4, maxLength: 16 },
);

test("after any events, matching in parts finds what matching everything at once would find", async () => {
  await fc.assert(
    fc.asyncProperty(events, async (happened) => {
      await world.asOwner("savepoint random");
      try {
        await takePlace(happened);
        await matchAll();
        const expected = await world.asOwner(
          `select line_id, order_id, state, how
           from private.propose_orders(array(
             select id from statement_lines where state in ('open', 'suggested', 'certain')
           )) order by line_id`,
        );
        const found = await world.asOwner(
          `select id as line_id, order_id, state, how from statement_lines
           where state in ('suggested', 'certain') order by id`,
        );
        expect(found).toEqual(expected);
      } finally {
        await world.asOwner("rollback to savepoint random");
      }
    }),
    { numRuns: 25 },
  );
});

async function matchAll(): Promise<void> {
  for (;;) {
    const { rows } = await world.as<{ left: string }>("admin", "select match_lines() as left");
    if (rows[0]?.left === "0") return;
  }
}

type Happened = typeof events extends fc.Arbitrary<infer Value> ? Value : never;

/** Events that are not possible at their moment are refused, and change nothing. */
async function takePlace(happened: Happened): Promise<void> {
  const orders: { id: string; number: string }[] = await insertOrders([{ paise: 100, utr: null }]);
  const lines: number[] = [];
  for (const event of happened) {
    if (event.what === "line") {
      const narration = ["UPI", ...event.names.map(nameOf)].join("/");
      const reference = event.order === null ? null : (orders[event.order]?.number ?? null);
      const utr = event.utr === null ? null : utrOf(event.utr);
      lines.push(...(await addLines({ paise: 100, utr, reference, narration })));
      continue;
    }
    const order = orders[event.order]?.id;
    const line = lines[event.line];
    const calls = {
      proof: [
        `with claim as (
           insert into payments (order_id, utr, source)
           select id, $2, 'student' from orders where id = $1 and state = 'made' returning order_id
         )
         select private.take_step(order_id, 'send proof', 'proof sent', 'student') from claim`,
        [order, utrOf(event.order)],
      ],
      confirm: ["select confirm_order($1)", [order]],
      cancel: ["select cancel_order($1, 'test')", [order]],
      choose: ["select choose_order($1, $2)", [line, order]],
      explain: ["select explain_line($1, 'test')", [line]],
      reopen: ["select reopen_line($1)", [line]],
      match: ["select match_lines()", []],
    } as const;
    if (event.what === "order")
      orders.push(...(await insertOrders([{ paise: 100, utr: null }], orders.length)));
    else if (event.what === "proof") await world.asOwner(calls.proof[0], [...calls.proof[1]]);
    else await world.refusal("admin", calls[event.what][0], [...calls[event.what][1]]);
  }
}
