import { expect, test } from "vitest";
import { MEDIUM, newUtr, setUpPayments } from "./payments-world.ts";
import { people } from "./people.ts";
import { refusedWith } from "./rules-world.ts";

const world = setUpPayments();
const refusal = (...args: Parameters<typeof world.refusal>) => world.refusal(...args);
const MAKE = "select * from make_order($1, $2, $3)";

test("an order has the price of its plan in paise, a number and seven days", async () => {
  const order = await world.make();
  expect(order).toMatchObject({ amount_paise: "500000", state: "made", upgrades_from: null });
  const [row] = await world.asOwner(
    `select valid_until - made_at as validity, private.find_order_number(number) = number as is_number
     from orders where id = $1`,
    [order.id],
  );
  expect(row).toMatchObject({ is_number: true, validity: { days: 7 } });
  expect(await world.problems()).toEqual([]);
});

test("the setting decides how long an order is valid", async () => {
  await world.asOwner("update private.settings set order_days = 2");
  const { id } = await world.make();
  const [row] = await world.asOwner("select valid_until - made_at as validity from orders where id = $1", [
    id,
  ]);
  expect(row).toMatchObject({ validity: { days: 2 } });
});

test("an amount keeps its paise", async () => {
  await world.asOwner("update plans set price = 4999.95 where plan_level = 'ug' and plan_name = 'Medium'");
  expect((await world.make()).amount_paise).toBe("499995");
});

test("the same plan again is the same order, even after its price has changed", async () => {
  const order = await world.make();
  await world.asOwner("update plans set price = price + 1");
  expect(await world.make()).toEqual(order);
});

test("another plan replaces the order", async () => {
  const first = await world.make();
  const second = await world.make("student", ["ug", "neet", "Basic"]);
  expect(second.amount_paise).toBe("220000");
  expect(await world.order(first.id)).toMatchObject({ state: "cancelled", reason: "replaced" });
  expect(await world.problems()).toEqual([]);
});

test("an upgrade costs the difference", async () => {
  expect(await world.make("other", ["ug", "cet", "Advanced"])).toMatchObject({
    amount_paise: "800000",
    upgrades_from: "Basic",
  });
});

const NO_UPGRADE = refusedWith("You have an active plan. Only an upgrade of it can be chosen.");

test.each([
  ["the same plan", "planned", ["ug", "cet", "Advanced"]],
  ["a smaller plan", "planned", ["ug", "cet", "Medium"]],
  ["another exam", "other", ["ug", "neet", "Advanced"]],
] as const)("%s is not an upgrade", async (_what, who, plan) => {
  expect(await refusal(who, MAKE, [...plan])).toEqual(NO_UPGRADE);
});

test("a plan that does not cost more is not an upgrade", async () => {
  await world.asOwner("update plans set price = 1 where plan_name <> 'Basic'");
  expect(await refusal("other", MAKE, ["ug", "cet", "Advanced"])).toEqual(NO_UPGRADE);
});

test("an upgrade has no price when the present plan is not on sale any more", async () => {
  await world.asOwner(
    "delete from plans where plan_level = 'ug' and plan_exam = 'cet' and plan_name = 'Basic'",
  );
  expect(await refusal("other", MAKE, ["ug", "cet", "Advanced"])).toEqual(
    refusedWith("The price of an upgrade is not known at the moment. Please write to us."),
  );
});

test("a plan that has ended is no upgrade's base: the student pays the price", async () => {
  expect(await world.make("expired", ["pg", "neet", "Advanced"])).toMatchObject({
    amount_paise: "2050000",
    upgrades_from: null,
  });
});

test.each([
  ["a plan that does not exist", "student", ["pg", "cet", "Medium"], "There is no such plan."],
  ["a newcomer's plan", "newcomer", ["ug", "cet", "Medium"], "Please complete your profile first."],
] as const)("%s cannot be ordered", async (_what, who, plan, text) => {
  expect(await refusal(who, MAKE, [...plan])).toEqual(refusedWith(text));
});

test("a plan that has ended cannot be ordered", async () => {
  await world.asOwner("update plans set expires_at = now()");
  expect(await refusal("student", MAKE, [...MEDIUM])).toEqual(refusedWith("This plan has ended."));
});

test("a plan that costs nothing cannot be ordered", async () => {
  await world.asOwner("update plans set price = 0");
  expect(await refusal("student", MAKE, [...MEDIUM])).toEqual(
    refusedWith("This plan costs nothing. Please write to us, and we activate it."),
  );
});

test("no other plan can be chosen while a payment is being checked", async () => {
  const { number } = await world.prove();
  expect(await refusal("student", MAKE, ["ug", "neet", "Basic"])).toEqual(
    refusedWith(`Your payment for ${number} is being checked. Please wait for the answer first.`),
  );
});

test("after twenty orders in a day, a student waits; the desk does not", async () => {
  for (let index = 0; index < 20; index += 1)
    await world.make("student", ["ug", "cet", index % 2 === 0 ? "Basic" : "Medium"]);
  expect(await refusal("student", MAKE, ["ug", "neet", "Basic"])).toEqual(
    refusedWith("You have chosen plans too often today. Please try again tomorrow."),
  );
  const { rows } = await world.as("admin", "select * from make_order_for($1, 'ug', 'neet', 'Basic')", [
    people.student.id,
  ]);
  expect(rows).toMatchObject([{ state: "made", amount_paise: "220000" }]);
});

test("an order ends by the clock, before its job", async () => {
  const { id } = await world.make();
  await world.letExpire(id);
  expect(await world.order(id)).toMatchObject({ state: "expired" });
  expect(await refusal("student", "select * from send_proof($1, $2)", [id, newUtr()])).toEqual(
    refusedWith("This order has expired. Please open it again at today's price."),
  );
  expect(await world.make("student", ["ug", "cet", "Basic"])).toMatchObject({ state: "made" });
  expect(await world.problems()).toEqual([]);
});

test("the job ends expired orders once, and those alone", async () => {
  const { id } = await world.make();
  const open = await world.make("other", ["ug", "cet", "Medium"]);
  const proved = await world.prove("expired", ["pg", "neet", "Advanced"]);
  for (const order of [id, proved.id]) await world.letExpire(order);
  expect(await world.asOwner("select private.expire_orders() as expired")).toEqual([{ expired: 1 }]);
  expect(await world.asOwner("select private.expire_orders() as expired")).toEqual([{ expired: 0 }]);
  expect((await world.order(id)).state).toBe("expired");
  expect((await world.order(open.id)).state).toBe("made");
  expect((await world.order(proved.id)).state).toBe("proof sent");
  expect(await world.problems()).toEqual([]);
});

test("an expired order is opened again at the price of that day", async () => {
  const { id, number } = await world.make();
  await world.letExpire(id);
  await world.asOwner("update plans set price = price + 100");
  const { rows } = await world.as("student", "select * from reopen_order($1)", [id]);
  expect(rows).toMatchObject([{ number, state: "made", amount_paise: "510000" }]);
  expect(await world.problems()).toEqual([]);
});

test("an order that is opened again replaces the one that was made since", async () => {
  const first = await world.make();
  await world.letExpire(first.id);
  const second = await world.make("student", ["ug", "cet", "Basic"]);
  await world.as("student", "select * from reopen_order($1)", [first.id]);
  expect((await world.order(second.id)).state).toBe("cancelled");
  expect((await world.order(first.id)).state).toBe("made");
});

test("a student cancels what they have not paid", async () => {
  const made = await world.make();
  await world.as("student", "select cancel_order($1)", [made.id]);
  expect((await world.order(made.id)).state).toBe("cancelled");
  const { id, number } = await world.prove();
  expect(await refusal("student", "select cancel_order($1)", [id])).toEqual(
    refusedWith(`${number} is proof sent, so this is not possible.`),
  );
});

test("the desk cancels what turned out to be no payment, and its UTR is free again", async () => {
  const utr = newUtr();
  const { id } = await world.prove("student", MEDIUM, utr);
  await world.as("admin", "select cancel_order($1, 'a test')", [id]);
  expect(await world.order(id)).toMatchObject({ state: "cancelled" });
  expect(await world.prove("other", ["ug", "cet", "Medium"], utr)).toMatchObject({ state: "proof sent" });
  expect(await world.problems()).toEqual([]);
});

test("a deleted account leaves its orders, payments and receipts, without naming it", async () => {
  const { id } = await world.pay();
  await world.asOwner("delete from auth.users where id = $1", [people.student.id]);
  expect(
    await world.asOwner(
      "select orders.user_id, receipts.user_id as receipt_user, snapshot -> 'student' ->> 'name' as name from orders join receipts on order_id = orders.id where orders.id = $1",
      [id],
    ),
  ).toEqual([{ user_id: null, receipt_user: null, name: "Student Gowda" }]);
  expect(await world.problems()).toEqual([]);
});
