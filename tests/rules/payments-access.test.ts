import { describe, expect, test } from "vitest";
import { type Access, checkAccess, everyone } from "./access.ts";
import { people } from "./people.ts";
import { permissionDenied, refusedWith, setUpWorld } from "./rules-world.ts";

const PLANNED = people.planned.id;
const ORDER = "0b000000-0000-4000-8000-000000000001";
const OTHERS = "0b000000-0000-4000-8000-000000000002";
const PAYMENT = "0b000000-0000-4000-8000-000000000003";
const RECEIPT = "0b000000-0000-4000-8000-000000000004";
const STATEMENT = "0b000000-0000-4000-8000-000000000005";
const PROOF = `${PLANNED}/1700000000001_paid.png`;
const HASH = "a".repeat(64);

/** An order of the planned student that is refunded in part, and an order of another student whose proof was sent. */
const ROWS = [
  `insert into orders (id, number, user_id, plan_level, plan_exam, plan_name, amount_paise, valid_until, state,
     received_paise, refunded_paise, last_step)
   values ('${ORDER}', private.order_number('2345'), '${PLANNED}', 'ug', 'cet', 'Advanced', 1000000, now(), 'refunded',
     1000000, 100, 1),
   ('${OTHERS}', private.order_number('2346'), '${people.other.id}', 'ug', 'cet', 'Medium', 300000,
     now() + interval '1 day', 'proof sent', 0, 0, 2)`,
  `insert into order_steps (id, order_id, action, to_state, is_by_desk, actor_email) overriding system value
   values (1, '${ORDER}', 'make', 'made', false, 's@example.org'), (2, '${OTHERS}', 'make', 'made', false, 'o@example.org')`,
  `insert into payments (id, order_id, utr, state, amount_paise, source, proof_name, proof_sha256)
   values ('${PAYMENT}', '${ORDER}', '412345678901', 'counted', 1000000, 'student', '${PROOF}', '${HASH}'),
     (default, '${OTHERS}', '412345678902', 'claimed', null, 'student', null, null)`,
  `insert into receipts (id, number, financial_year, serial, order_id, payment_id, user_id, amount_paise, issued_at, day, snapshot)
   values ('${RECEIPT}', 'MRG/26-27/00001', '2026-27', 1, '${ORDER}', '${PAYMENT}', '${PLANNED}', 1000000, now(), '2026-11-24', '{}')`,
  `insert into refunds (number, financial_year, serial, order_id, receipt_id, user_id, amount_paise, kind, reference, refunded_on, plan_then, at)
   values ('RFD/26-27/00001', '2026-27', 1, '${ORDER}', '${RECEIPT}', '${PLANNED}', 100, 'refund', 'R', '2026-11-24', 'keep', now())`,
  `insert into statements (id, file_name, sha256, layout, added_by) values ('${STATEMENT}', 'a.csv', '${HASH}', 'HDFC', 'me')`,
  `insert into statement_lines (statement_id, line_number, day, amount_paise, narration, fingerprint)
   values ('${STATEMENT}', 1, '2026-11-24', 100, 'UPI', 'x')`,
  "insert into statement_layouts (headings, columns) values ('a', '{}')",
  `insert into storage.objects (bucket_id, name, version, metadata)
   values ('payment-proofs', '${PROOF}', gen_random_uuid(), '{"sha256":"${HASH}"}'),
     ('payment-proofs', '${people.other.id}/1700000000002_paid.png', gen_random_uuid(), '{}')`,
];

/** Everybody sees their own rows, admins and the secret key all; nobody writes. */
function moneyTable(table: string, all: number, own: number, columns = "*"): Access[] {
  const writes = [
    ["delete", `delete from ${table}`],
    ["change", `update ${table} set ${table === "statements" ? "layout = ''" : "order_id = null"}`],
    ["add", `insert into ${table} default values`],
  ] as const;
  return [
    {
      does: "see rows",
      sql: `select ${columns} from ${table}`,
      is: { planned: own, other: all - own, admin: all, secretKey: all },
      otherwise: 0,
    },
    ...writes.map(([does, sql]) => ({
      does: `${does} rows`,
      sql,
      is: {},
      otherwise: permissionDenied(table),
    })),
  ];
}

const STEP_COLUMNS =
  "id, order_id, action, from_state, to_state, at, is_by_desk, reason, words, amount_paise";
const PAYMENT_COLUMNS = "id, order_id, utr, method, state, amount_paise, paid_on, source, claimed_at";
const onlyDesk = (table: string, all: number): Access[] =>
  moneyTable(table, all, 0).map((access) =>
    access.does === "see rows" ? { ...access, is: { admin: all, secretKey: all } } : access,
  );

checkAccess(
  {
    orders: [
      ...moneyTable("orders", 2, 1).filter(({ does }) => does !== "change rows"),
      {
        does: "pay less",
        sql: "update orders set amount_paise = 1",
        is: {},
        otherwise: permissionDenied("orders"),
      },
    ],
    current_orders: [
      {
        does: "see orders by the clock",
        sql: "select * from current_orders",
        is: { planned: 1, other: 1, admin: 2, secretKey: 2 },
        otherwise: 0,
      },
      {
        does: "pay less",
        sql: "update current_orders set amount_paise = 1",
        is: {},
        otherwise: permissionDenied("current_orders"),
      },
    ],
    order_steps: moneyTable("order_steps", 2, 1, STEP_COLUMNS),
    payments: [
      ...moneyTable("payments", 2, 1, PAYMENT_COLUMNS),
      {
        does: "see the name of a picture, which names the student who sent it",
        sql: "select proof_name from payments",
        is: {},
        otherwise: permissionDenied("payments"),
      },
    ],
    receipts: moneyTable("receipts", 1, 1),
    refunds: moneyTable("refunds", 1, 1),
    statements: onlyDesk("statements", 1),
    statement_lines: onlyDesk("statement_lines", 1),
    statement_layouts: [
      {
        does: "see layouts",
        sql: "select * from statement_layouts",
        is: { admin: 1, secretKey: 1 },
        otherwise: 0,
      },
      {
        does: "change layouts",
        sql: "update statement_layouts set columns = '[]'",
        is: { admin: 1, secretKey: 1 },
        otherwise: 0,
      },
      {
        does: "delete layouts",
        sql: "delete from statement_layouts",
        is: {},
        otherwise: permissionDenied("statement_layouts"),
      },
    ],
    "storage.objects": [
      {
        does: "see proofs",
        sql: "select * from storage.objects where bucket_id = 'payment-proofs'",
        is: { planned: 1, other: 1, admin: 2, secretKey: 2 },
        otherwise: 0,
      },
      {
        does: "delete proofs",
        sql: "delete from storage.objects where bucket_id = 'payment-proofs'",
        is: { secretKey: 2 },
        otherwise: 0,
      },
    ],
  },
  ROWS,
);

describe("columns, tables and functions for admins only", () => {
  const world = setUpWorld();

  test.each([
    ["who decided", "select actor_email from order_steps", "order_steps"],
    ["what they saw", "select seen from order_steps", "order_steps"],
    ["the hash of a picture", "select proof_sha256 from payments", "payments"],
  ])("nobody reads %s from the tables", async (_what, sql, table) => {
    for (const who of everyone) expect(await world.refusal(who, sql)).toEqual(permissionDenied(table));
  });

  test.each([
    "order_transitions",
    "number_series",
    "payment_mails",
    "plan_notes",
    "order_keys",
    "match_queue",
  ])("nobody reads private.%s through the API", async (table) => {
    for (const who of everyone)
      expect(await world.refusal(who, `select * from private.${table}`)).toEqual(permissionDenied(table));
  });

  const CALLS = {
    make_order_for: `make_order_for('${PLANNED}', 'ug', 'cet', 'Medium')`,
    list_orders: "list_orders()",
    count_orders: "count_orders()",
    open_order: `open_order('${ORDER}')`,
    put_payment: `put_payment('${ORDER}', '412345678903')`,
    move_payment: `move_payment('${PAYMENT}', '${OTHERS}')`,
    confirm_order: `confirm_order('${OTHERS}')`,
    confirm_orders: `confirm_orders(array['${OTHERS}']::uuid[])`,
    take_short: `take_short('${OTHERS}', 1)`,
    take_over: `take_over('${OTHERS}', 400000)`,
    reject_order: `reject_order('${OTHERS}', 'other', 'x')`,
    refund_order: `refund_order('${ORDER}', 1, 'R')`,
    undo_confirmation: `undo_confirmation('${ORDER}', 'x')`,
    add_statement: "add_statement('a', 'b', 'c')",
    add_statement_lines: `add_statement_lines('${STATEMENT}', '[]')`,
    finish_statement: `finish_statement('${STATEMENT}')`,
    choose_order: `choose_order(1, '${OTHERS}')`,
    explain_line: "explain_line(1, 'x')",
    reopen_line: "reopen_line(1)",
    confirm_lines: "confirm_lines(array[1]::bigint[])",
    send_payment_mail_again: "send_payment_mail_again(1, false)",
  };
  const NOT_ADMIN = { code: "42501", message: "You are not authorized to access this page" };
  const TOO_LATE = ["newcomer", "student", "planned", "other", "expired", "formerAdmin"] as const;

  test.each(Object.entries(CALLS))("only admins call %s", async (name, call) => {
    for (const who of TOO_LATE) expect(await world.refusal(who, `select ${call}`)).toEqual(NOT_ADMIN);
    expect(await world.refusal("visitor", `select ${call}`)).toEqual({
      code: "42501",
      message: `permission denied for function ${name}`,
    });
  });

  test("an admin without the required second step is refused", async () => {
    await world.asOwner("update private.settings set admin_two_step_required = true");
    for (const call of Object.values(CALLS))
      expect(await world.refusal("admin", `select ${call}`)).toEqual(NOT_ADMIN);
  });

  test("a mentor is refused too, and sees no payments of their students", async () => {
    for (const rows of ROWS) await world.withoutTriggers(rows);
    await world.asOwner("insert into mentors (id, name, granted_by) values ($1, 'Mentor', 'tests')", [
      people.newcomer.id,
    ]);
    await world.withoutTriggers(
      `insert into slots (user_id, mentor_id, start_time, end_time)
       values ('${PLANNED}', '${people.newcomer.id}', now() + interval '1 hour', now() + interval '2 hours')`,
    );
    for (const call of Object.values(CALLS))
      expect(await world.refusal("newcomer", `select ${call}`)).toEqual(NOT_ADMIN);
    for (const table of ["orders", "receipts", "refunds", "statements"])
      expect((await world.as("newcomer", `select * from ${table}`)).rowCount).toBe(0);
    expect(
      (await world.as("newcomer", "select * from storage.objects where bucket_id = 'payment-proofs'"))
        .rowCount,
    ).toBe(0);
  });
});

describe("an order of somebody else", () => {
  const world = setUpWorld();
  const NONE = refusedWith("There is no such order.");

  test.each([
    ["reopen", `reopen_order('${OTHERS}')`],
    ["cancel", `cancel_order('${OTHERS}')`],
    ["prove", `send_proof('${OTHERS}', '412345678909')`],
  ])("does not exist for a student who tries to %s it", async (_does, call) => {
    for (const rows of ROWS) await world.withoutTriggers(rows);
    for (const who of ["newcomer", "student", "planned", "expired", "formerAdmin"] as const)
      expect(await world.refusal(who, `select ${call}`)).toEqual(NONE);
    const unknown = call.replace(OTHERS, people.student.id);
    expect(await world.refusal("student", `select ${unknown}`)).toEqual(NONE);
  });
});
