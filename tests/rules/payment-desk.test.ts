import { describe, expect, test } from "vitest";
import { dayOf } from "../../domain/kolkata-time.ts";
import { MEDIUM, newUtr, type Order, setUpPayments } from "./payments-world.ts";
import { people } from "./people.ts";

const world = setUpPayments();
const ADVANCED = ["ug", "cet", "Advanced"] as const;

const asAdmin = async <T extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await world.as<T>("admin", sql, values)).rows;
const list = (search = "", filter = "waiting", sort = "oldest", page = 1, size = 10) =>
  asAdmin<{ id: string; number: string; total: string; warnings: string[] } & Record<string, unknown>>(
    "select * from list_orders($1, $2, $3, $4, $5)",
    [search, filter, page, size, sort],
  );
const found = async (search: string, filter = "all") => (await list(search, filter)).map(({ id }) => id);
const open = async (id: string) =>
  (await asAdmin<{ open_order: Record<string, never> }>("select open_order($1)", [id]))[0]
    ?.open_order as Record<string, unknown>;
const codes = async (id: string) =>
  ((await open(id)).warnings as { code: string; order_number?: string }[]).map(({ code }) => code);

describe("the queue", () => {
  test("lists what waits, the oldest first, with all that a decision needs", async () => {
    const first = await world.prove("other", ADVANCED);
    const second = await world.prove();
    await world.make("expired", ["pg", "neet", "Basic"]);
    const rows = await list();
    expect(rows.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(rows[1]).toMatchObject({
      number: second.number,
      student_name: "Student Gowda",
      email: "student@example.org",
      amount_paise: "500000",
      state: "proof sent",
      has_proof: false,
      warnings: [],
      total: "2",
      total_is_exact: true,
    });
    expect((await list("", "waiting", "newest")).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await list("", "waiting", "oldest", 2, 1)).map(({ id }) => id)).toEqual([second.id]);
    expect(await list("", "waiting", "oldest", 3, 1)).toEqual([]);
  });

  test("filters by each state, by the clock", async () => {
    const expired = await world.make();
    await world.letExpire(expired.id);
    const waiting = await world.prove("other", ADVANCED);
    const made = await world.make("expired", ["pg", "neet", "Basic"]);
    const ids = async (filter: string) => (await list("", filter)).map(({ id }) => id);
    expect(await ids("expired")).toEqual([expired.id]);
    expect(await ids("made")).toEqual([made.id]);
    expect(await ids("open")).toEqual([waiting.id, made.id]);
    expect(await ids("all")).toEqual([expired.id, waiting.id, made.id]);
    for (const filter of ["confirmed", "rejected", "paid short", "paid over", "refunded", "cancelled"])
      expect(await ids(filter)).toEqual([]);
    const counts = await asAdmin(
      "select state, orders::int from count_orders() where orders > 0 order by state",
    );
    expect(counts).toEqual([
      { state: "expired", orders: 1 },
      { state: "made", orders: 1 },
      { state: "proof sent", orders: 1 },
    ]);
    expect(await asAdmin("select * from count_orders()")).toHaveLength(9);
  });

  test("is searched by number, UTR, name, phone and address", async () => {
    const utr = newUtr();
    const order = await world.prove("student", MEDIUM, utr);
    await world.prove("other", ADVANCED);
    const { number } = order;
    for (const search of [
      number,
      number.toLowerCase().replaceAll("-", ""),
      number.replace("MRG-", ""),
      utr,
      `${utr.slice(0, 4)} ${utr.slice(4)}`,
      utr.slice(-6),
      "gowda student",
      "student@example.org",
      "90000 00002",
      "+91 9000000002",
    ])
      expect([search, await found(search)]).toEqual([search, [order.id]]);
    expect(await found("nobody")).toEqual([]);
    expect(await found(number, "confirmed")).toEqual([]);
    expect(await found("gowda")).toHaveLength(2);
  });

  test("keeps the order of a deleted account", async () => {
    const { id, number } = await world.prove();
    await world.asOwner("delete from auth.users where id = $1", [people.student.id]);
    expect(await list(number, "all")).toMatchObject([{ id, student_name: "", email: null, user_id: null }]);
    expect(await open(id)).toMatchObject({ student: null, plan: null });
  });

  test.each([
    ["", "unknown", "oldest"],
    ["", "waiting", "amount"],
  ])("refuses an unknown filter or order", async (search, filter, sort) => {
    expect(
      await world.refusal("admin", "select list_orders($1, $2, 1, 10, $3)", [search, filter, sort]),
    ).toMatchObject({ code: "22023" });
  });
});

describe("one order", () => {
  test("opens with its student, steps, payments, receipts, and what the desk may do", async () => {
    const earlier = await world.pay();
    const { id, number } = await world.prove("student", ADVANCED);
    const opened = await open(id);
    expect(opened).toMatchObject({
      order: { number, state: "proof sent", amount_paise: 500_000, upgrades_from: "Medium" },
      student: { id: people.student.id, name: "Student Gowda", phone: "90000 00002" },
      plan: { name: "Medium" },
      payments: [{ state: "claimed", source: "student", proof_state: null }],
      earlier: [{ order_id: earlier.id, state: "confirmed", received_paise: 500_000 }],
      receipts: [],
      refunds: [],
      rest: null,
      line: null,
      warnings: [],
      allowed: ["cancel", "confirm", "move away", "put payment", "reject", "take over", "take short"],
    });
    expect(
      (opened.steps as { action: string; actor_email: string }[]).map(({ action, actor_email }) => [
        action,
        actor_email,
      ]),
    ).toEqual([
      ["make", "the student"],
      ["send proof", "the student"],
    ]);
    expect(await open(earlier.id)).toMatchObject({
      receipts: [{ amount_paise: 500_000, cancelled_at: null }],
      allowed: ["refund", "undo"],
    });
  });

  test("that does not exist is refused", async () => {
    expect((await world.refusal("admin", "select open_order($1)", [people.admin.id]))?.message).toBe(
      "There is no such order.",
    );
  });
});

describe("a warning", () => {
  const line = (order: Order, fields: Record<string, unknown>) =>
    world.asOwner(
      `with statement as (
         insert into statements (file_name, sha256, layout, added_by) values ('a', repeat('d', 64), 'x', 'me') returning id
       )
       insert into statement_lines (statement_id, line_number, day, amount_paise, narration, fingerprint, state, order_id, how)
       select id, 1, $2, $3, '', 'x', $4, case when $4 <> 'open' then $1::uuid end, case when $4 <> 'open' then 'guess' end from statement`,
      [order.id, fields.day ?? dayOf(new Date()), fields.amount ?? 500_000, fields.state ?? "suggested"],
    );

  test("says that the amount differs", async () => {
    const order = await world.prove();
    await line(order, { amount: 499_900 });
    expect(await codes(order.id)).toEqual(["amount differs"]);
    const noted = await world.make("other", ADVANCED);
    await asAdmin("select put_payment($1, $2, received_paise => 1)", [noted.id, newUtr()]);
    expect(await codes(noted.id)).toContain("amount differs");
  });

  test("says that the UTR was sent before, and for which order", async () => {
    const utr = newUtr();
    const first = await world.prove("other", ADVANCED, utr);
    await asAdmin("select reject_order($1, 'not received')", [first.id]);
    const { id } = await world.prove("student", MEDIUM, utr);
    expect((await open(id)).warnings).toEqual([
      {
        code: "utr seen before",
        text: `The same UTR was sent for ${first.number}.`,
        order_number: first.number,
      },
    ]);
    expect(await list()).toMatchObject([{ warnings: ["utr seen before"] }]);
  });

  test("says that the picture was sent before", async () => {
    const first = await world.prove("other", ADVANCED);
    const second = await world.prove();
    await world.asOwner("update payments set proof_sha256 = repeat('e', 64)");
    expect(await codes(second.id)).toEqual(["picture seen before"]);
    expect(await codes(first.id)).toEqual(["picture seen before"]);
  });

  test("says that the money came before the order, or after its end", async () => {
    const order = await world.prove();
    await line(order, { day: "2026-01-01" });
    expect(await codes(order.id)).toEqual(["paid before the order"]);
    const late = await world.make("other", ADVANCED);
    await world.letExpire(late.id);
    await asAdmin("select put_payment($1, $2)", [late.id, newUtr()]);
    expect(await codes(late.id)).toContain("expired");
  });

  test("says that the plan has changed or ended", async () => {
    const order = await world.prove();
    await world.as("admin", "select assign_plan($1, 'ug', 'cet', 'Basic')", [people.student.id]);
    expect(await codes(order.id)).toEqual(["plan changed"]);
    await world.asOwner("update plans set expires_at = now()");
    expect(await codes(order.id)).toEqual(["plan changed", "plan ended"]);
  });

  test("says that statements of that day do not have the payment", async () => {
    const order = await world.prove();
    await line(order, { day: "2999-01-01", state: "open" });
    expect(await codes(order.id)).toEqual(["not in a statement"]);
  });

  test("is kept with the decision", async () => {
    const order = await world.prove();
    await world.asOwner("update payments set proof_sha256 = repeat('e', 64)");
    await world.prove("other", ADVANCED);
    await world.asOwner("update payments set proof_sha256 = repeat('e', 64)");
    await asAdmin("select confirm_order($1)", [order.id]);
    const [step] = await world.asOwner("select seen from order_steps where action = 'confirm'");
    expect(step).toMatchObject({ seen: { warnings: [{ code: "picture seen before" }] } });
  });
});

describe("a plan that is assigned by hand", () => {
  const assign = (values: unknown[]) =>
    world.refusal("admin", "select assign_plan($1, 'ug', 'cet', 'Medium', $2, $3, $4)", [
      people.student.id,
      ...values,
    ]);

  test("has a reason on record", async () => {
    expect(await assign(["gift", null, " first in the district "])).toBeUndefined();
    expect(
      await world.asOwner(
        `select reason, words, order_id from user_plans join private.plan_notes on user_plan_id = user_plans.id
         where active and user_id = $1`,
        [people.student.id],
      ),
    ).toEqual([{ reason: "gift", words: "first in the district", order_id: null }]);
    const { rows } = await world.as("student", "select * from user_plans");
    expect(JSON.stringify(rows)).not.toContain("district");
    const [entry] = await world.asOwner("select details from audit_log order by id desc limit 1");
    expect(entry).toMatchObject({ details: { reason: "gift", words: "first in the district" } });
  });

  test("may name the order that pays for it, of this student and plan, if it is confirmed", async () => {
    const paid = await world.pay();
    await world.as("admin", "update user_plans set active = false where user_id = $1 and active", [
      people.student.id,
    ]);
    expect(await assign([null, paid.number.toLowerCase(), null])).toBeUndefined();
    expect(
      await world.asOwner("select order_id from user_plans where active and user_id = $1", [
        people.student.id,
      ]),
    ).toEqual([{ order_id: paid.id }]);
    const NOT_PAID = `${paid.number} is not a confirmed order of this student for this plan.`;
    expect(
      (
        await world.refusal("admin", "select assign_plan($1, 'ug', 'cet', 'Medium', null, $2)", [
          people.other.id,
          paid.number,
        ])
      )?.message,
    ).toBe(NOT_PAID);
    expect(await world.problems()).toEqual([]);
  });

  test.each([
    [["mood", null, null], "Choose why there is no payment."],
    [[null, "MRG-0000-0", null], "There is no order MRG-0000-0."],
  ])("with %j is refused", async (values, text) => {
    expect((await assign(values))?.message).toBe(text);
  });

  test("needs no reason from an earlier client", async () => {
    await asAdmin("select assign_plan($1, 'ug', 'cet', 'Medium')", [people.student.id]);
    await asAdmin("select assign_plan(student => $1, level => 'none', exam => 'none', name => 'None')", [
      people.student.id,
    ]);
    expect(await world.problems()).toEqual([]);
  });
});
