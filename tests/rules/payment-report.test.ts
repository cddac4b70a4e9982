import { describe, expect, test } from "vitest";
import { MEDIUM, setUpPayments } from "./payments-world.ts";
import type { Refusal } from "./rules-world.ts";

const world = setUpPayments();

const report = async () =>
  (
    await world.as(
      "admin",
      `select entry, method, plan_name, gstin, gst_percent, student_state, amount_paise, entries
       from payment_report(private.today() - 1, private.today() + 1)`.replaceAll(
        "private.today()",
        "(now() at time zone 'Asia/Kolkata')::date",
      ),
    )
  ).rows;

const RECEIPT = {
  entry: "receipt",
  method: "upi",
  plan_name: "Medium",
  gstin: null,
  gst_percent: null,
  student_state: "",
  amount_paise: "500000",
};

test("receipts that are alike are one row of the report", async () => {
  await world.pay("student");
  await world.pay("expired");
  await world.pay("expired", ["ug", "cet", "Advanced"]);
  expect(await report()).toEqual(
    expect.arrayContaining([
      { ...RECEIPT, entries: "2" },
      { ...RECEIPT, plan_name: "Advanced", entries: "1" },
    ]),
  );
});

test("a cancelled receipt is in the books, and not in the sums", async () => {
  const { id } = await world.pay();
  await world.as("admin", "select undo_confirmation($1, 'wrong order')", [id]);
  expect(await report()).toEqual([]);
  const { rows } = await world.as(
    "admin",
    "select entry, cancel_reason from list_book_entries('2020-01-01', '2100-01-01')",
  );
  expect(rows).toEqual([{ entry: "receipt", cancel_reason: "wrong order" }]);
});

test("a refund is an entry of its day, and a surplus is not part of the receipt", async () => {
  const { id } = await world.prove();
  await world.as("admin", "select * from take_over($1, 600000)", [id]);
  expect(await report()).toEqual([{ ...RECEIPT, entries: "1" }]);
  const open = async () => (await world.as("admin", "select * from open_amounts()")).rows;
  expect(await open()).toEqual([{ kind: "surplus", orders: "1", amount_paise: "100000" }]);
  await world.as("admin", "select * from refund_order($1, 100000, 'IMPS 1')", [id]);
  await world.as("admin", "select * from refund_order($1, 200000, 'IMPS 2', plan_then => 'keep')", [id]);
  expect(await report()).toEqual(
    expect.arrayContaining([
      { ...RECEIPT, entries: "1" },
      { ...RECEIPT, entry: "surplus", amount_paise: "100000", entries: "1" },
      { ...RECEIPT, entry: "refund", amount_paise: "200000", entries: "1" },
    ]),
  );
  expect(await open()).toEqual([]);
});

test("open amounts: orders that wait for money, for a check of their proof, and for the rest", async () => {
  await world.make("student");
  await world.prove("expired");
  expect((await world.as("admin", "select * from open_amounts() order by kind")).rows).toEqual([
    { kind: "made", orders: "1", amount_paise: "500000" },
    { kind: "to check", orders: "1", amount_paise: "500000" },
  ]);
  const [proved] = await world.asOwner<{ id: string }>("select id from orders where state = 'proof sent'");
  await world.as("admin", "select * from take_short($1, 300000)", [proved?.id]);
  expect((await world.as("admin", "select * from open_amounts() order by kind")).rows).toEqual([
    { kind: "made", orders: "1", amount_paise: "500000" },
    { kind: "rest", orders: "1", amount_paise: "200000" },
  ]);
});

test("a receipt keeps the seller of its day", async () => {
  const seller = { name: "Maarga", gstin: "29AAPFU0939F1ZR", gstPercent: 18 };
  await world.asOwner("update private.settings set seller = $1", [JSON.stringify(seller)]);
  await world.pay("student", MEDIUM);
  await world.asOwner("update private.settings set seller = '{}'");
  expect(await report()).toEqual([{ ...RECEIPT, gstin: seller.gstin, gst_percent: "18", entries: "1" }]);
});

test("the books are read in parts, by number", async () => {
  await world.pay("student");
  await world.pay("expired");
  const part = async (after: string) =>
    (
      await world.as<{ number: string }>(
        "admin",
        "select number from list_book_entries('2020-01-01', '2100-01-01', $1, 1)",
        [after],
      )
    ).rows;
  const [first] = await part("");
  const [second] = await part(first?.number ?? "");
  expect(first?.number).toMatch(/^MRG\/\d\d-\d\d\/00001$/);
  expect(second?.number).toMatch(/00002$/);
  expect(await part(second?.number ?? "")).toEqual([]);
});

test("more than a year at once is refused", async () => {
  expect(
    await world.refusal("admin", "select * from payment_report('2026-01-01', '2027-01-03')"),
  ).toMatchObject({
    message: "Please choose at most a year.",
  });
});

const refused: Refusal = { code: "42501", message: "You are not authorized to access this page" };

describe.each(["student", "formerAdmin"] as const)("a person without the right (%s)", (who) => {
  test.each([
    "select * from payment_report('2026-01-01', '2026-12-31')",
    "select * from open_amounts()",
    "select * from list_book_entries('2026-01-01', '2026-12-31')",
  ])("is refused: %s", async (sql) => {
    expect(await world.refusal(who, sql)).toEqual(refused);
  });
});
