import { describe, expect, test } from "vitest";
import { AUDIT_ACTIONS } from "../../domain/audit-actions.ts";
import { checkAccess, everyone } from "./access.ts";
import { newEntries } from "./audit-log-world.ts";
import { idOf, people } from "./people.ts";
import { permissionDenied, setUpWorld } from "./rules-world.ts";

const { admin, other, student } = people;
const INSERT_ENTRY = "insert into audit_log (actor_email, action, details) values ('me', 'mail sent', '{}')";

checkAccess({
  audit_log: [
    {
      does: "read the audit log",
      sql: "select * from audit_log",
      is: { admin: 3, secretKey: 3 },
      otherwise: 0,
    },
    { does: "add an entry", sql: INSERT_ENTRY, is: {}, otherwise: permissionDenied("audit_log") },
    {
      does: "change entries",
      sql: "update audit_log set actor_email = 'somebody else'",
      is: {},
      otherwise: permissionDenied("audit_log"),
    },
    {
      does: "delete entries",
      sql: "delete from audit_log",
      is: {},
      otherwise: permissionDenied("audit_log"),
    },
    {
      does: "truncate the audit log",
      sql: "truncate audit_log",
      is: {},
      otherwise: permissionDenied("audit_log"),
    },
  ],
});

const world = setUpWorld();

describe("the audit log", () => {
  test.each(["update audit_log set subject = 'X'", "delete from audit_log", "truncate audit_log"])(
    "refuses even its owner: %s",
    async (sql) => {
      await expect(world.asOwner(sql)).rejects.toThrow("The audit log is append-only.");
    },
  );

  test.each([
    "select from audit_log",
    INSERT_ENTRY,
    "update audit_log set subject = 'X'",
    "delete from audit_log",
    "truncate audit_log",
  ])("refuses the server's own login: %s", async (sql) => {
    await world.asOwner("set local role maarga_server");
    await expect(world.asOwner(sql)).rejects.toThrow("permission denied for table audit_log");
  });

  test("cannot be written through the API by calling its functions", async () => {
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
    // This is not an IPv4 address, although it begins like one.
    ["::ffff:cb00:7107", "::ffff:cb00:7107"],
    ["", null],
  ])("records the address of a request from %j as %j", async (from, address) => {
    await world.asOwner("select set_config('request.address', $1, true)", [from]);
    await world.asOwner("select private.record_action('mail sent', null, 'X')");
    expect(await newEntries(world)).toMatchObject([{ address }]);
  });

  test("names an account by its id if it was deleted during the request", async () => {
    const sub = "a1b2c3d4-0000-4000-8000-000000000099";
    await world.asOwner("select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ sub })]);
    await world.asOwner("select private.record_action('mail sent', null, 'X')");
    expect(await newEntries(world)).toMatchObject([{ actor: sub, actor_email: sub }]);
  });

  test("keeps its entries when the people in them are deleted", async () => {
    await world.as("admin", "select assign_plan($1, 'ug', 'neet', 'Medium')", [student.id]);
    await world.asOwner("delete from auth.users where id = any ($1)", [[student.id, admin.id]]);
    expect(await newEntries(world)).toMatchObject([
      { actor: admin.id, action: "plan assigned", subject: "Student Gowda <student@example.org>" },
      { actor_email: "operator", action: "admin revoked", subject: "admin@example.org" },
    ]);
  });
});

describe("list_audit_log", () => {
  type AuditLogQuery = {
    search?: string | null;
    action_filter?: string | null;
    page?: number;
    page_size?: number;
  };
  const list = async (query: AuditLogQuery = {}) => {
    const names = Object.keys(query);
    const call = `select * from list_audit_log(${names.map((name, index) => `${name} => $${index + 1}`)})`;
    const { rows } = await world.as("admin", call, Object.values(query));
    return {
      total: Number(rows[0]?.total ?? 0),
      entries: rows.map((row) => `${row.action}: ${row.subject}`),
    };
  };
  const GRANTED = "admin granted: admin@example.org";
  const FORMER = "admin granted: former@example.org";
  const REVOKED = "admin revoked: former@example.org";
  const ASSIGNED = "plan assigned: Student Gowda <student@example.org>";
  const CHEAPER = "plan updated: UG / NEET / Medium";

  test.each([
    [{}, [CHEAPER, ASSIGNED, REVOKED, FORMER, GRANTED]],
    [{ action_filter: "admin granted" }, [FORMER, GRANTED]],
    [{ search: "FORMER@" }, [REVOKED, FORMER]],
    [{ search: "student gow" }, [ASSIGNED]],
    [{ search: "admin@example.org" }, [CHEAPER, ASSIGNED, GRANTED]],
    [{ search: student.id }, [ASSIGNED]],
    [{ search: "ug / neet" }, [CHEAPER, ASSIGNED]],
    [{ search: " 203.0.113 " }, [CHEAPER, ASSIGNED]],
    [{ search: "plan " }, [CHEAPER, ASSIGNED]],
    [{ search: "former", action_filter: "admin revoked" }, [REVOKED]],
    [{ search: "%" }, []],
    [{ search: "a_m_n" }, []],
    [{ action_filter: "nothing known" }, []],
    [{ search: null, action_filter: null }, [CHEAPER, ASSIGNED, REVOKED, FORMER, GRANTED]],
    [{ search: '"price"' }, [CHEAPER]],
  ])("with %j lists %j, newest first", async (query, entries) => {
    await world.asOwner("select set_config('request.address', '203.0.113.7', true)");
    await world.as("admin", "select assign_plan($1, 'ug', 'neet', 'Medium')", [student.id]);
    await world.as("admin", "update plans set price = 1 where (plan_exam, plan_name) = ('neet', 'Medium')");
    expect(await list(query)).toEqual({ entries, total: entries.length });
  });

  test("returns pages of the requested size with the total", async () => {
    expect(await list({ page_size: 2 })).toEqual({ entries: [REVOKED, FORMER], total: 3 });
    expect(await list({ page_size: 2, page: 2 })).toEqual({ entries: [GRANTED], total: 3 });
    expect(await list({ page_size: 0, page: -1 })).toEqual({ entries: [REVOKED], total: 3 });
    expect(await list({ page_size: 100, page: 2_147_483_647 })).toEqual({ entries: [], total: 0 });
    await world.asOwner("select private.record_action('mail sent', null, 'X') from generate_series(1, 98)");
    const { entries, total } = await list({ page_size: 1000 });
    expect([entries.length, total]).toEqual([100, 101]);
  });

  test("uses its index for a search", async () => {
    await world.asOwner("set local enable_seqscan = off");
    const plan = await world.asOwner(
      "explain select from audit_log as entry where private.is_listed(entry, '%gowda%', 'all')",
    );
    expect(JSON.stringify(plan)).toContain("audit_log_by_search");
  });

  test("is only for admins and the secret key", async () => {
    for (const who of everyone) {
      const refused = await world.refusal(who, "select * from list_audit_log()");
      if (who === "admin" || who === "secretKey") expect(refused).toBeUndefined();
      else
        expect(refused?.message).toBe(
          idOf(who) === null
            ? "permission denied for function list_audit_log"
            : "You are not authorized to access this page",
        );
    }
  });
});

test("the database and the screen know the same actions, and no other can be recorded", async () => {
  const [row] = await world.asOwner("select private.audit_actions() as actions");
  expect(row?.actions).toEqual(AUDIT_ACTIONS);
  await expect(world.asOwner("select private.record_action('plan asigned', null, 'Asha')")).rejects.toThrow(
    'The audit log has no action "plan asigned"',
  );
});
