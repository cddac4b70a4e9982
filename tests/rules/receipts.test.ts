import { expect, test } from "vitest";
import { setUpPayments } from "./payments-world.ts";
import { people } from "./people.ts";

const world = setUpPayments();

const yearOf = async (day: string) =>
  (await world.asOwner("select private.financial_year($1) as year", [day]))[0]?.year;

test.each([
  ["2026-03-31", "2025-26"],
  ["2026-04-01", "2026-27"],
  ["2026-12-31", "2026-27"],
  ["2027-03-31", "2026-27"],
  ["2099-04-01", "2099-00"],
])("%s is in the financial year %s", async (day, year) => {
  expect(await yearOf(day)).toBe(year);
});

test("a confirmation that fails gives its number back", async () => {
  const first = await world.prove();
  await world.asOwner("savepoint before");
  await world.as("admin", "select confirm_order($1)", [first.id]);
  await world.asOwner("rollback to savepoint before");
  await world.as("admin", "select confirm_order($1)", [first.id]);
  expect(await world.asOwner("select serial from receipts")).toEqual([{ serial: 1 }]);
});

test("a new financial year begins with one, and no receipt is older than the one before it", async () => {
  await world.asOwner(
    `insert into private.number_series values
       ('receipt', '2020-21', 77, now()), ('receipt', private.financial_year((now() at time zone 'Asia/Kolkata')::date), 0, now() + interval '1 hour')`,
  );
  await world.pay();
  const [receipt] = await world.asOwner(
    "select serial, number, issued_at > now() + interval '59 minutes' as is_later from receipts",
  );
  expect(receipt).toEqual({
    serial: 1,
    number: expect.stringMatching(/^MRG\/\d\d-\d\d\/00001$/),
    is_later: true,
  });
});

test("the numbers of a hundred thousand receipts still fit the rules for tax invoices", async () => {
  await world.asOwner(
    "insert into private.number_series values ('receipt', private.financial_year((now() at time zone 'Asia/Kolkata')::date), 99999, now())",
  );
  await world.pay();
  const [receipt] = await world.asOwner<{ number: string }>("select number from receipts");
  expect(receipt?.number).toMatch(/^MRG\/\d\d-\d\d\/100000$/);
  expect(receipt?.number.length).toBeLessThanOrEqual(16);
});

test("a receipt keeps what it says when the profile, the seller and the price change", async () => {
  await world.asOwner(`update private.settings set seller = '{"name":"Maarga","gstin":null}'`);
  await world.withoutTriggers(
    "update profiles set first_name = 'ಆಶಾ', address_line_1 = ' 12 MG Road ', state = 'Karnataka' where id = $1",
    [people.student.id],
  );
  const order = await world.pay();
  await world.withoutTriggers("update profiles set first_name = 'X', state = 'Y' where id = $1", [
    people.student.id,
  ]);
  await world.asOwner(`update private.settings set seller = '{}'`);
  await world.asOwner("update plans set price = 1");
  const [receipt] = await world.asOwner("select snapshot from receipts");
  expect(receipt?.snapshot).toEqual({
    seller: { name: "Maarga", gstin: null },
    student: {
      name: "ಆಶಾ Gowda",
      email: "student@example.org",
      phone: "90000 00002",
      address: ["12 MG Road"],
      city: "",
      state: "Karnataka",
      pinCode: "",
    },
    plan: { level: "ug", exam: "cet", name: "Medium", expiresAt: expect.any(String) },
    order: {
      number: order.number,
      madeAt: expect.any(String),
      amountPaise: 500_000,
      upgradesFrom: null,
      restOf: null,
      kind: "full",
    },
    payment: { method: "upi", utr: expect.stringMatching(/^\d{12}$/), receivedPaise: 500_000, paidOn: null },
    amountPaise: 500_000,
  });
});

test("the receipts of a part and of its rest say so", async () => {
  const { id, number } = await world.prove();
  const { rows } = await world.as<{ rest_order_id: string }>(
    "admin",
    "select * from take_short($1, 400000)",
    [id],
  );
  await world.as("student", "select send_proof($1, '412777777777')", [rows[0]?.rest_order_id]);
  await world.as("admin", "select confirm_order($1)", [rows[0]?.rest_order_id]);
  expect(
    await world.asOwner(
      "select snapshot -> 'order' ->> 'kind' as kind, snapshot -> 'order' ->> 'restOf' as rest_of from receipts order by serial",
    ),
  ).toEqual([
    { kind: "part", rest_of: null },
    { kind: "rest", rest_of: number },
  ]);
});
