import { describe, expect, test } from "vitest";
import { MEDIUM, newUtr, setUpPayments } from "./payments-world.ts";
import { people } from "./people.ts";
import { refusedWith } from "./rules-world.ts";

const world = setUpPayments();

/** formerAdmin is a colleague of the accounts. */
const hire = () =>
  world.asOwner(
    "insert into private.colleagues (user_id, role, granted_by) values ($1, 'accounts', 'tests')",
    [people.formerAdmin.id],
  );

const REFUSED = refusedWith("This is your own order: somebody else has to decide about it.");

describe.each(["admin", "formerAdmin"] as const)("attack: %s", (who) => {
  test.each([
    ["confirms", "select confirm_order($1)"],
    ["takes as over", "select take_over($1, 600000)"],
    ["takes as short", "select take_short($1, 100)"],
    ["rejects", "select reject_order($1, 'not received')"],
    ["puts a payment to", `select put_payment($1, '${newUtr()}')`],
  ])("%s their own order", async (_what, call) => {
    await hire();
    const { id } = await world.prove(who);
    expect(await world.refusal(who, call, [id])).toEqual(REFUSED);
    expect(await world.order(id)).toMatchObject({ state: "proof sent" });
  });

  test("confirms their own order together with others, or by a line of a statement", async () => {
    await hire();
    const { id } = await world.prove(who);
    const other = await world.prove("student");
    const { rows } = await world.as(who, "select outcome, message from confirm_orders($1)", [[id, other.id]]);
    expect(rows).toEqual([
      { outcome: "refused", message: REFUSED.message },
      { outcome: "confirmed", message: null },
    ]);
    const [line] = await world.asOwner<{ id: string }>(
      `with added as (
         insert into statements (file_name, sha256, layout, added_by)
         values ('a.csv', repeat('a', 64), 'a', 'tests') returning id
       )
       insert into statement_lines (statement_id, line_number, day, amount_paise, narration, fingerprint)
       select id, 1, current_date, 500000, 'transfer', 'f' from added returning id`,
    );
    expect(await world.refusal(who, "select choose_order($1, $2)", [line?.id, id])).toEqual(REFUSED);
  });

  test("makes an order for themselves at the desk", async () => {
    await hire();
    const call = "select make_order_for($1, $2, $3, $4)";
    expect(await world.refusal(who, call, [people[who].id, ...MEDIUM])).toEqual(REFUSED);
  });

  test("refunds or undoes their own order, or moves its payment", async () => {
    await hire();
    const { id } = await world.prove(who);
    await world.as("secretKey", "select confirm_order($1)", [id]);
    const { received_paise } = await world.order(id);
    expect(await world.refusal(who, "select refund_order($1, $2, 'R1')", [id, received_paise])).toEqual(
      REFUSED,
    );
    expect(await world.refusal(who, "select undo_confirmation($1, 'oops')", [id])).toEqual(REFUSED);

    await world.prove("student");
    const [payment] = await world.asOwner<{ id: string }>("select id from payments where state = 'claimed'");
    expect(await world.refusal(who, "select move_payment($1, $2)", [payment?.id, id])).toEqual(REFUSED);
  });

  test("is a student in their own order: it can be cancelled and opened again, and has no buttons at the desk", async () => {
    await hire();
    const { id } = await world.make(who);
    const { rows } = await world.as<{ allowed: string[] }>(
      who,
      "select open_order($1) -> 'allowed' as allowed",
      [id],
    );
    expect(rows[0]?.allowed).toEqual([]);
    await world.letExpire(id);
    await world.as(who, "select reopen_order($1)", [id]);
    await world.as(who, "select cancel_order($1)", [id]);
    const steps = await world.asOwner(
      "select action, is_by_desk from order_steps where order_id = $1 and action in ('reopen', 'cancel') order by id",
      [id],
    );
    expect(steps).toEqual([
      { action: "reopen", is_by_desk: false },
      { action: "cancel", is_by_desk: false },
    ]);
  });
});

test("an admin decides about the order of another admin", async () => {
  await world.asOwner("insert into private.admins (user_id, granted_by) values ($1, 'tests')", [
    people.other.id,
  ]);
  const { id } = await world.prove("admin");
  await world.as("other", "select confirm_order($1)", [id]);
  expect(await world.order(id)).toMatchObject({ state: "confirmed" });
});
