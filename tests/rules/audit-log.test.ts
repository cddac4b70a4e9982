import { describe, expect, test } from "vitest";
import { checkAccess, everyone } from "./access.ts";
import { idOf, people, type Who } from "./people.ts";
import { permissionDenied, setUpWorld } from "./rules-world.ts";

const { admin, student, planned, other, expired } = people;
const ADDED = "insert into audit_log (actor_email, action, details) values ('me', 'mail sent', '{}')";

checkAccess({
  audit_log: [
    {
      does: "see what admins did",
      sql: "select * from audit_log",
      is: { admin: 3, secretKey: 3 },
      otherwise: 0,
    },
    { does: "add to the record", sql: ADDED, is: {}, otherwise: permissionDenied("audit_log") },
    {
      does: "change the record",
      sql: "update audit_log set actor_email = 'somebody else'",
      is: {},
      otherwise: permissionDenied("audit_log"),
    },
    {
      does: "take away from the record",
      sql: "delete from audit_log",
      is: {},
      otherwise: permissionDenied("audit_log"),
    },
    { does: "empty the record", sql: "truncate audit_log", is: {}, otherwise: permissionDenied("audit_log") },
  ],
});

const world = setUpWorld();

/** What this scene has put on record so far. */
const recorded = () =>
  world.asOwner(
    `select actor, actor_email, action, subject_id, subject, details, address from audit_log
     where at >= now() order by id`,
  );

describe("the record itself", () => {
  test.each(["update audit_log set subject = 'X'", "delete from audit_log", "truncate audit_log"])(
    "refuses its owner too: %s",
    async (sql) => {
      await expect(world.asOwner(sql)).rejects.toThrow("The audit log is append-only.");
    },
  );

  test.each([
    "select from audit_log",
    ADDED,
    "update audit_log set subject = 'X'",
    "delete from audit_log",
    "truncate audit_log",
  ])("the server's own login does not come near it: %s", async (sql) => {
    await world.asOwner("set local role maarga_server");
    await expect(world.asOwner(sql)).rejects.toThrow("permission denied for table audit_log");
  });

  test("nobody who comes through the API writes it by its functions", async () => {
    for (const who of everyone)
      expect(await world.refusal(who, "select private.record_action('mail sent', null, 'X')")).toEqual({
        code: "42501",
        message: "permission denied for function record_action",
      });
    for (const who of ["newcomer", "student", "formerAdmin"] as const)
      expect(
        await world.refusal(who, "select private.record_view('user-documents', $1)", [`${other.id}/1_a.pdf`]),
      ).toMatchObject({ message: "You are not authorized to access this page" });
  });

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8::7", "2001:db8::7"],
    // Not an IPv4 address, though it begins like one.
    ["::ffff:cb00:7107", "::ffff:cb00:7107"],
    ["", null],
  ])("of a request from %j it says %j", async (from, address) => {
    await world.asOwner("select set_config('request.address', $1, true)", [from]);
    await world.asOwner("select private.record_action('mail sent', null, 'X')");
    expect(await recorded()).toMatchObject([{ address }]);
  });

  test("it names an account that went while its request was on the way", async () => {
    const sub = "a1b2c3d4-0000-4000-8000-000000000099";
    await world.asOwner("select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ sub })]);
    await world.asOwner("select private.record_action('mail sent', null, 'X')");
    expect(await recorded()).toMatchObject([{ actor: sub, actor_email: sub }]);
  });

  test("the people that it tells of may go", async () => {
    await world.as("admin", "select assign_plan($1, 'ug', 'neet', 'Medium')", [student.id]);
    await world.asOwner("delete from auth.users where id = any ($1)", [[student.id, admin.id]]);
    expect(await recorded()).toMatchObject([
      { actor: admin.id, action: "plan assigned", subject: "Student Gowda <student@example.org>" },
      { actor_email: "operator", action: "admin revoked", subject: admin.id },
    ]);
  });
});

const DOCUMENT = `${planned.id}/1700000000001_marks.pdf`;
const LOOK = "select private.record_view(bucket_id, name) from storage.objects where name = $1";
const withDocument = () =>
  world.withoutTriggers("insert into storage.objects (bucket_id, name) values ('user-documents', $1)", [
    DOCUMENT,
  ]);
const byAdmin = { actor: admin.id, actor_email: "admin@example.org", address: "203.0.113.7" };
const byOperator = { actor: null, actor_email: "operator", address: null };

type Deed = [what: string, who: Who | "owner", sql: string, values: unknown[], expected: object[]];

const DEEDS: Deed[] = [
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
        details: { plan: "Medium (UG NEET)", expires_at: "2027-12-31T18:29:59+00:00" },
      },
    ],
  ],
  [
    "assigning another plan, not the end of the one before",
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
        details: { plan: "Advanced (UG CET)" },
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
    "assigning None to who has none",
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
    "giving a student's plan another end with the secret key",
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
          plan: "Basic (PG NEET)",
          expires_at: { from: expect.any(String), to: "2040-01-01T00:00:00+00:00" },
        },
      },
    ],
  ],
  [
    "giving a student's plan to another with the secret key",
    "secretKey",
    `update user_plans set user_id = '${student.id}', plan_name = 'Medium' where user_id = $1`,
    [planned.id],
    [
      {
        action: "plan assigned",
        subject_id: student.id,
        details: {
          plan: "Medium (UG CET)",
          plan_name: { from: "Advanced", to: "Medium" },
          user_id: { from: planned.id, to: student.id },
        },
      },
    ],
  ],
  [
    "saving a student's plan as it is",
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
    [{ ...byAdmin, action: "plan deleted", subject: "Basic (PG CET)", details: { price: 10000 } }],
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
        subject: "Basic (PG CET)",
        details: { price: 9000, expires_at: "2027-12-31T00:00:00+00:00" },
      },
    ],
  ],
  [
    "changing an offer: what was changed, from what, to what",
    "admin",
    "update plans set price = 5000, expires_at = expires_at where (plan_level, plan_exam, plan_name) = ('ug', 'neet', 'Medium')",
    [],
    [
      {
        ...byAdmin,
        action: "plan updated",
        subject: "Medium (UG NEET)",
        details: { price: { from: 5200, to: 5000 } },
      },
    ],
  ],
  ["saving an offer as it is", "admin", "update plans set price = price", [], []],
  ["an offer that the operator changes by hand", "owner", "update plans set price = price + 1", [], []],
  ["a plan that the operator ends by hand", "owner", "update user_plans set active = false", [], []],
  [
    "looking at another student's document",
    "admin",
    LOOK,
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
  ["looking at one's own document", "planned", LOOK, [DOCUMENT], []],
  ["looking at a log", "admin", "select private.record_view('logs', 'email_success/1.json')", [], []],
  ["not seeing another student's document", "other", LOOK, [DOCUMENT], []],
  [
    "naming an admin",
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
    "taking an admin's rights away",
    "owner",
    "delete from private.admins where user_id = $1",
    [admin.id],
    [{ ...byOperator, action: "admin revoked", subject_id: admin.id, subject: "admin@example.org" }],
  ],
  [
    "changing the super-admin password",
    "owner",
    `insert into private.super_admin_password (password_hash) values ('x')
     on conflict (only_row) do update set password_hash = excluded.password_hash`,
    [],
    [{ ...byOperator, action: "super-admin password changed", subject_id: null, subject: null, details: {} }],
  ],
  [
    "changing it once more",
    "owner",
    `insert into private.super_admin_password (password_hash) values ('x');
     update private.super_admin_password set password_hash = 'y'`,
    [],
    [{ action: "super-admin password changed" }, { action: "super-admin password changed" }],
  ],
  ["plans that run out", "owner", "select private.end_expired_plans()", [], []],
  ["a student's own doings", "student", "update profiles set city = 'Hubballi'", [], []],
];

describe("on record is", () => {
  test.each(DEEDS)("%s", async (what, who, sql, values, expected) => {
    await withDocument();
    if (what === "adding an offer") await world.asOwner("delete from plans where plan_name = 'Basic'");
    if (who === "owner") await world.asOwner(sql, values);
    else {
      await world.asOwner("select set_config('request.address', '::ffff:203.0.113.7', true)");
      await world.as(who, sql, values);
    }
    const rows = await recorded();
    expect(rows).toMatchObject(expected);
  });

  test("the life of a campaign, but not what becomes of it by itself, save that it pauses", async () => {
    // As the server makes one in an admin's name.
    await world.asOwner("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(admin.claims)]);
    const [made] = await world.asOwner<{ id: string }>(
      `select campaign_id as id
         from private.create_campaign(gen_random_uuid(), null, null, null, 'Round one', 'Hello', '[]')`,
    );
    await world.asOwner("select set_config('request.jwt.claims', '', true)");
    // By now it is another moment.
    await world.withoutTriggers("update campaign_recipients set due_at = now() - interval '1 minute'");
    const press = (button: string) => world.as("admin", `select ${button}($1)`, [made?.id]);
    const failures = `update campaign_recipients set state = 'failed', finished_at = now() where state = 'queued'`;

    await press("pause_campaign");
    await press("pause_campaign");
    await press("resume_campaign");
    await world.asOwner(failures);
    await world.asOwner("update campaigns set state = 'paused', paused_by = 'failures'");
    await press("resume_campaign");
    await world.asOwner("update campaigns set state = 'done', finished_at = now()");
    await press("retry_failed");
    await press("stop_campaign");

    const rows = await recorded();
    expect(rows.map(({ actor_email, action }) => `${actor_email}: ${action}`)).toEqual([
      "admin@example.org: campaign created",
      "admin@example.org: campaign paused",
      "admin@example.org: campaign resumed",
      "Maarga: campaign paused",
      "admin@example.org: campaign resumed",
      "admin@example.org: campaign retried",
      "admin@example.org: campaign stopped",
    ]);
    for (const row of rows)
      expect(row).toMatchObject({
        subject_id: made?.id,
        subject: "Round one",
        details: { plan: "All Plans" },
      });
  });

  test("for whom a campaign is, and what is done with it by a request", async () => {
    await world.asOwner("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(admin.claims)]);
    await world.asOwner(
      "select private.create_campaign(gen_random_uuid(), 'ug', 'cet', 'Basic', 'Round one', 'Hello', '[]')",
    );
    expect(await recorded()).toMatchObject([{ details: { plan: "Basic (UG CET)" } }]);
    // What the operator does by hand is not.
    await world.asOwner("select set_config('request.jwt.claims', '', true)");
    await world.asOwner("update campaigns set state = 'stopped', finished_at = now()");
    expect(await recorded()).toHaveLength(1);
  });

  test("that a campaign goes on, though mails of another have just been queued", async () => {
    const make = async (request: string) => {
      await world.asOwner("select set_config('request.jwt.claims', $1, true)", [
        JSON.stringify(admin.claims),
      ]);
      const [made] = await world.asOwner<{ id: string }>(
        `select campaign_id as id
           from private.create_campaign($1, null, null, null, 'Round one', 'Hello', '[]')`,
        [request],
      );
      return made?.id;
    };
    const first = await make("c0000000-0000-4000-8000-000000000001");
    await world.withoutTriggers("update campaign_recipients set due_at = now() - interval '1 minute'");
    await make("c0000000-0000-4000-8000-000000000002");
    await world.as("admin", "select pause_campaign($1)", [first]);
    await world.as("admin", "select resume_campaign($1)", [first]);
    expect((await recorded()).at(-1)).toMatchObject({ action: "campaign resumed", subject_id: first });
  });

  test("nothing when the secret key deletes a student's plan that had ended before", async () => {
    await world.withoutTriggers("update user_plans set active = false where user_id = $1", [expired.id]);
    await world.as("secretKey", "delete from user_plans where user_id = $1", [expired.id]);
    expect(await recorded()).toEqual([]);
  });

  test("a student by the address that is proved to be his, whatever he calls himself", async () => {
    await world.as(
      "student",
      "update profiles set last_name = 'Gowda <planned@example.org>', email = 'planned@example.org'",
    );
    for (const who of ["student", "newcomer"] as const)
      await world.asOwner("select private.record_action('mail sent', $1, private.student_label($1))", [
        idOf(who),
      ]);
    expect((await recorded()).map(({ subject }) => subject)).toEqual([
      "Student Gowda planned@example.org <student@example.org>",
      "newcomer@example.org",
    ]);
  });

  test("what is taken back was never done", async () => {
    await world.asOwner("savepoint before");
    await world.as("admin", "select assign_plan($1, 'ug', 'neet', 'Medium')", [student.id]);
    expect(await recorded()).toHaveLength(1);
    await world.asOwner("rollback to savepoint before");
    expect(await recorded()).toEqual([]);
  });

  test("what cannot be recorded is not done", async () => {
    await world.asOwner(
      "alter table audit_log add constraint full_disk check (action <> 'plan assigned') not valid",
    );
    expect(
      await world.refusal("admin", "select assign_plan($1, 'ug', 'neet', 'Medium')", [student.id]),
    ).toMatchObject({ code: "23514" });
    expect(await world.asOwner("select from user_plans where user_id = $1", [student.id])).toEqual([]);
  });
});

describe("list_audit_log", () => {
  type Asked = { search?: string | null; deed?: string | null; page?: number; page_size?: number };
  const ask = async (asked: Asked = {}) => {
    const names = Object.keys(asked);
    const call = `select * from list_audit_log(${names.map((name, index) => `${name} => $${index + 1}`)})`;
    const { rows } = await world.as("admin", call, Object.values(asked));
    return { total: Number(rows[0]?.total ?? 0), did: rows.map((row) => `${row.action}: ${row.subject}`) };
  };
  const GRANTED = "admin granted: admin@example.org";
  const FORMER = "admin granted: former@example.org";
  const REVOKED = "admin revoked: former@example.org";
  const ASSIGNED = "plan assigned: Student Gowda <student@example.org>";
  const CHEAPER = "plan updated: Medium (UG NEET)";

  test.each([
    [{}, [CHEAPER, ASSIGNED, REVOKED, FORMER, GRANTED]],
    [{ deed: "admin granted" }, [FORMER, GRANTED]],
    [{ search: "FORMER@" }, [REVOKED, FORMER]],
    [{ search: "student gow" }, [ASSIGNED]],
    [{ search: "admin@example.org" }, [CHEAPER, ASSIGNED, GRANTED]],
    [{ search: student.id }, [ASSIGNED]],
    [{ search: "(ug neet)" }, [CHEAPER, ASSIGNED]],
    [{ search: " 203.0.113 " }, [CHEAPER, ASSIGNED]],
    [{ search: "plan " }, [CHEAPER, ASSIGNED]],
    [{ search: "former", deed: "admin revoked" }, [REVOKED]],
    [{ search: "%" }, []],
    [{ search: "a_m_n" }, []],
    [{ deed: "nothing known" }, []],
    [{ search: null, deed: null }, [CHEAPER, ASSIGNED, REVOKED, FORMER, GRANTED]],
    [{ search: '"price"' }, [CHEAPER]],
  ])("%j finds, newest first, %j", async (asked, did) => {
    await world.asOwner("select set_config('request.address', '203.0.113.7', true)");
    await world.as("admin", "select assign_plan($1, 'ug', 'neet', 'Medium')", [student.id]);
    await world.as("admin", "update plans set price = 1 where (plan_exam, plan_name) = ('neet', 'Medium')");
    expect(await ask(asked)).toEqual({ did, total: did.length });
  });

  test("each page holds as many as asked for, and all know the total", async () => {
    expect(await ask({ page_size: 2 })).toEqual({ did: [REVOKED, FORMER], total: 3 });
    expect(await ask({ page_size: 2, page: 2 })).toEqual({ did: [GRANTED], total: 3 });
    expect(await ask({ page_size: 0, page: -1 })).toEqual({ did: [REVOKED], total: 3 });
    expect(await ask({ page_size: 100, page: 2_147_483_647 })).toEqual({ did: [], total: 0 });
    await world.asOwner("select private.record_action('mail sent', null, 'X') from generate_series(1, 98)");
    const { did, total } = await ask({ page_size: 1000 });
    expect([did.length, total]).toEqual([100, 101]);
  });

  test("a search uses its index", async () => {
    await world.asOwner("set local enable_seqscan = off");
    const plan = await world.asOwner(
      "explain select from audit_log as entry where private.is_listed(entry, '%gowda%', 'all')",
    );
    expect(JSON.stringify(plan)).toContain("audit_log_by_search");
  });

  test("nobody but an admin gets it", async () => {
    for (const who of everyone) {
      const told = await world.refusal(who, "select * from list_audit_log()");
      if (who === "admin" || who === "secretKey") expect(told).toBeUndefined();
      else
        expect(told?.message).toBe(
          idOf(who) === null
            ? "permission denied for function list_audit_log"
            : "You are not authorized to access this page",
        );
    }
  });
});
