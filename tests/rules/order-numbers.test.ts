import { expect, test } from "vitest";
import { findOrderNumber } from "../../domain/order-number.ts";
import { findUtr } from "../../domain/utr.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

test("new numbers are numbers for the screens too, however they are written", async () => {
  const rows = await world.asOwner<{ number: string }>(
    "select private.new_order_number() as number from generate_series(1, 200)",
  );
  for (const { number } of rows) {
    expect(number).toMatch(/^MRG-[2-9A-Z]{4}-[2-9A-Z]$/);
    expect(findOrderNumber(number)).toBe(number);
    expect(findOrderNumber(number.toLowerCase().replaceAll("-", " "))).toBe(number);
  }
});

test("screens and database find the same numbers", async () => {
  const rows = await world.asOwner<{ written: string; number: string | null }>(
    `select written, private.find_order_number(written) as number
     from (
       select (array['', 'MRG-', 'mrg ', 'MRG'])[1 + n % 4]
         || array_to_string(array(select substr('23456789ABCDEFGHJKMNPQRTVWXYZ0oL', 1 + (random() * 31)::int, 1) from generate_series(1, 4 + n % 5)), '')
         as written
       from generate_series(1, 3000) n
     ) as texts`,
  );
  for (const { written, number } of rows) expect(findOrderNumber(written) ?? null).toBe(number);
  expect(rows.filter(({ number }) => number !== null).length).toBeGreaterThan(10);
});

test("screens and database find the same UTR", async () => {
  const texts = [
    "412345678901",
    "UTR 4123-4567-8901",
    "on 24/11: 412345678901",
    "1 412345678901 412345678901",
    "x",
    "12",
    "SBIN326328123456",
    "ref. hdfcr52026112412345678",
    "N326261234567890 or N326261234567891",
    "IMPS412345678901",
    "T26112410312345678901",
    "AC50100123456789",
    "ABCDEF12345678901234",
  ];
  const rows = await world.asOwner<{ utr: string | null }>(
    "select private.find_utr(written) as utr from unnest($1::text[]) as written",
    [texts],
  );
  expect(rows.map(({ utr }) => utr)).toEqual(texts.map((text) => findUtr(text) ?? null));
});

test("a number that is taken is never given again, and crowded numbers grow", async () => {
  await world.asOwner("select setseed(0.5)");
  const [first] = await world.asOwner<{ number: string }>("select private.new_order_number() as number");
  await world.withoutTriggers(
    `insert into orders (number, plan_level, plan_exam, plan_name, amount_paise, valid_until)
     values ($1, 'ug', 'cet', 'Basic', 1, now())`,
    [first?.number],
  );
  await world.asOwner("select setseed(0.5)");
  const [second] = await world.asOwner<{ number: string }>("select private.new_order_number() as number");
  expect(second?.number).not.toBe(first?.number);
});
