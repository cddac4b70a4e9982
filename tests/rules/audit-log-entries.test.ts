import { describe, expect, test } from "vitest";
import { newEntries } from "./audit-log-world.ts";
import { idOf, people, type Who } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const { admin, expired, planned, student } = people;
const world = setUpWorld();

const DOCUMENT = `${planned.id}/1700000000001_marks.pdf`;
const VIEW = "select private.record_view(bucket_id, name) from storage.objects where name = $1";
const withDocument = () =>
  world.withoutTriggers("insert into storage.objects (bucket_id, name) values ('user-documents', $1)", [
    DOCUMENT,
  ]);
const byAdmin = { actor: admin.id, actor_email: "admin@example.org", address: "203.0.113.7" };
const byOperator = { actor: null, actor_email: "operator", address: null };

type ActionCase = [action: string, who: Who | "owner", sql: string, values: unknown[], expected: object[]];

const ACTIONS: ActionCase[] = [
  [
    "assigning a plan",
    "admin",
    "select assign_plan($1, 'ug', 'neet', 'Medium')",
    [student.id],
    [
      {
        ...byAdmin,
        action: "plan assigned",
        subject_id: student.id,
        subject: "Student Gowda <student@example.org>",
        details: { plan: "UG / NEET / Medium", expires_at: "2027-12-31T18:29:59+00:00" },
      },
    ],
  ],
  [
    "assigning another plan, but not that the plan before it ends",
    "admin",
    "select assign_plan($1, 'ug', 'neet', 'Medium')",
    [planned.id],
    [{ ...byAdmin, action: "plan assigned", subject_id: planned.id }],
  ],
  [
    "deactivating a plan",
    "admin",
    "update user_plans set active = false where user_id = $1 and active",
    [planned.id],
    [
      {
        ...byAdmin,
        action: "plan deactivated",
        subject_id: planned.id,
        subject: "Planned Gowda <planned@example.org>",
        details: { plan: "UG / CET / Advanced" },
      },
    ],
  ],
  [
    "assigning None",
    "admin",
    "select assign_plan($1, 'none', 'none', 'None')",
    [planned.id],
    [{ ...byAdmin, action: "plan deactivated", subject_id: planned.id }],
  ],
  [
    "nothing when a student without a plan is assigned None",
    "admin",
    "select assign_plan($1, 'none', 'none', 'None')",
    [student.id],
    [],
  ],
  [
    "deleting a student's plan with the secret key",
    "secretKey",
    "delete from user_plans where user_id = $1",
    [planned.id],
    [{ actor: null, actor_email: "secret key", action: "plan deactivated", subject_id: planned.id }],
  ],
  [
    "changing the expiry of a student's plan with the secret key",
    "secretKey",
    "update user_plans set expires_at = '2040-01-01Z' where user_id = $1",
    [expired.id],
    [
      {
        actor: null,
        actor_email: "secret key",
        action: "plan assigned",
        subject_id: expired.id,
        details: {
          plan: "PG / NEET / Basic",
          expires_at: { from: expect.any(String), to: "2040-01-01T00:00:00+00:00" },
        },
      },
    ],
  ],
  [
    "moving a student's plan to another student with the secret key",
    "secretKey",
    `update user_plans set user_id = '${student.id}', plan_name = 'Medium' where user_id = $1`,
    [planned.id],
    [
      {
        action: "plan assigned",
        subject_id: student.id,
        details: {
          plan: "UG / CET / Medium",
          plan_name: { from: "Advanced", to: "Medium" },
          user_id: { from: planned.id, to: student.id },
        },
      },
    ],
  ],
  [
    "nothing when a student's plan is saved unchanged",
    "secretKey",
    "update user_plans set expires_at = expires_at where user_id = $1",
    [planned.id],
    [],
  ],
  [
    "deleting an offer",
    "admin",
    "delete from plans where (plan_level, plan_exam, plan_name) = ('pg', 'cet', 'Basic')",
    [],
    [{ ...byAdmin, action: "plan deleted", subject: "PG / CET / Basic", details: { price: 10000 } }],
  ],
  [
    "adding an offer",
    "admin",
    `insert into plans (plan_level, plan_exam, plan_name, price, expires_at)
     values ('pg', 'cet', 'Basic', 9000, '2027-12-31T00:00Z')`,
    [],
    [
      {
        ...byAdmin,
        action: "plan created",
        subject: "PG / CET / Basic",
        details: { price: 9000, expires_at: "2027-12-31T00:00:00+00:00" },
      },
    ],
  ],
  [
    "changing an offer, with each changed column's old and new value",
    "admin",
    "update plans set price = 5000, expires_at = expires_at where (plan_level, plan_exam, plan_name) = ('ug', 'neet', 'Medium')",
    [],
    [
      {
        ...byAdmin,
        action: "plan updated",
        subject: "UG / NEET / Medium",
        details: { price: { from: 5200, to: 5000 } },
      },
    ],
  ],
  ["nothing when an offer is saved unchanged", "admin", "update plans set price = price", [], []],
  [
    "nothing when the operator changes an offer in the database",
    "owner",
    "update plans set price = price + 1",
    [],
    [],
  ],
  [
    "nothing when the operator ends a plan in the database",
    "owner",
    "update user_plans set active = false",
    [],
    [],
  ],
  [
    "viewing a student's document",
    "admin",
    VIEW,
    [DOCUMENT],
    [
      {
        ...byAdmin,
        action: "document viewed",
        subject_id: planned.id,
        subject: "Planned Gowda <planned@example.org>",
        details: { file: "1700000000001_marks.pdf" },
      },
    ],
  ],
  ["nothing when a student views their own document", "planned", VIEW, [DOCUMENT], []],
  [
    "nothing when an admin reads a log file",
    "admin",
    "select private.record_view('logs', 'email_success/1.json')",
    [],
    [],
  ],
  ["nothing when another student cannot see the document", "other", VIEW, [DOCUMENT], []],
  [
    "granting admin rights",
    "owner",
    "insert into private.admins (user_id, granted_by) values ($1, 'operator')",
    [student.id],
    [
      {
        ...byOperator,
        action: "admin granted",
        subject_id: student.id,
        subject: "student@example.org",
        details: { granted_by: "operator" },
      },
    ],
  ],
  [
    "revoking admin rights",
    "owner",
    "delete from private.admins where user_id = $1",
    [admin.id],
    [{ ...byOperator, action: "admin revoked", subject_id: admin.id, subject: "admin@example.org" }],
  ],
  [
    "setting the super-admin password",
    "owner",
    `insert into private.super_admin_password (password_hash) values ('x')
     on conflict (only_row) do update set password_hash = excluded.password_hash`,
    [],
    [{ ...byOperator, action: "super-admin password changed", subject_id: null, subject: null, details: {} }],
  ],
  [
    "changing the super-admin password",
    "owner",
    `insert into private.super_admin_password (password_hash) values ('x');
     update private.super_admin_password set password_hash = 'y'`,
    [],
    [{ action: "super-admin password changed" }, { action: "super-admin password changed" }],
  ],
  ["nothing when plans expire", "owner", "select private.end_expired_plans()", [], []],
  [
    "nothing when a student changes their own profile",
    "student",
    "update profiles set city = 'Hubballi'",
    [],
    [],
  ],
];

describe("the audit log records", () => {
  test.each(ACTIONS)("%s", async (action, who, sql, values, expected) => {
    await withDocument();
    if (action === "adding an offer") await world.asOwner("delete from plans where plan_name = 'Basic'");
    if (who === "owner") await world.asOwner(sql, values);
    else {
      await world.asOwner("select set_config('request.address', '::ffff:203.0.113.7', true)");
      await world.as(who, sql, values);
    }
    const rows = await newEntries(world);
    expect(rows).toMatchObject(expected);
  });

  test("nothing when the secret key deletes a plan that has already ended", async () => {
    await world.withoutTriggers("update user_plans set active = false where user_id = $1", [expired.id]);
    await world.as("secretKey", "delete from user_plans where user_id = $1", [expired.id]);
    expect(await newEntries(world)).toEqual([]);
  });

  test("a student by their verified address, whatever their profile says", async () => {
    await world.as(
      "student",
      "update profiles set last_name = 'Gowda <planned@example.org>', email = 'planned@example.org'",
    );
    for (const who of ["student", "newcomer"] as const)
      await world.asOwner("select private.record_action('mail sent', $1, private.student_label($1))", [
        idOf(who),
      ]);
    expect((await newEntries(world)).map(({ subject }) => subject)).toEqual([
      "Student Gowda planned@example.org <student@example.org>",
      "newcomer@example.org",
    ]);
  });

  test("nothing of a transaction that is rolled back", async () => {
    await world.asOwner("savepoint before");
    await world.as("admin", "select assign_plan($1, 'ug', 'neet', 'Medium')", [student.id]);
    expect(await newEntries(world)).toHaveLength(1);
    await world.asOwner("rollback to savepoint before");
    expect(await newEntries(world)).toEqual([]);
  });

  test("every action, because an action that cannot be recorded is refused", async () => {
    await world.asOwner(
      "alter table audit_log add constraint full_disk check (action <> 'plan assigned') not valid",
    );
    expect(
      await world.refusal("admin", "select assign_plan($1, 'ug', 'neet', 'Medium')", [student.id]),
    ).toMatchObject({ code: "23514" });
    expect(await world.asOwner("select from user_plans where user_id = $1", [student.id])).toEqual([]);
  });
});
