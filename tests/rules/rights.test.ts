import { describe, expect, test } from "vitest";
import { type Access, checkAccess } from "./access.ts";
import { people, type Who } from "./people.ts";
import { permissionDenied, policyViolation, setUpWorld } from "./rules-world.ts";

/** In this file, formerAdmin is a colleague of the accounts, expired a viewer, and newcomer a mentor. */
const ROLES = { admin: "admin", formerAdmin: "accounts", expired: "viewer", newcomer: "mentor" } as const;
const COLLEAGUES = [
  `insert into private.colleagues (user_id, role, granted_by)
   values ('${people.formerAdmin.id}', 'accounts', 'tests'), ('${people.expired.id}', 'viewer', 'tests')`,
  `insert into public.mentors (id, name, granted_by) values ('${people.newcomer.id}', 'M', 'tests')`,
];

const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  administer: ["admin"],
  "see students": ["admin", "accounts", "viewer"],
  "take payments": ["admin", "accounts"],
  "hold calls": ["admin", "mentor"],
};
const everybody = Object.keys(people) as Who[];
const mayCall = (who: Who, right: string) =>
  who === "secretKey" || (RIGHTS[right] ?? []).includes(ROLES[who as keyof typeof ROLES]);

describe("each right", () => {
  const world = setUpWorld();
  const grant = async () => {
    for (const insert of COLLEAGUES) await world.withoutTriggers(insert);
  };

  test("has colleagues with names: a mentor without a profile has the name that students see", async () => {
    await grant();
    const { rows } = await world.as("admin", "select name from list_colleagues() where role = 'mentor'");
    expect(rows).toEqual([{ name: "M" }]);
  });

  test("belongs to the roles of this table, and there are no others", async () => {
    const rows = await world.asOwner<{ right_name: string; role: string }>(
      "select right_name, role from private.role_rights",
    );
    const expected = Object.entries(RIGHTS).flatMap(([right_name, roles]) =>
      roles.map((role) => ({ right_name, role })),
    );
    const text = (row: { right_name: string; role: string }) => `${row.right_name}: ${row.role}`;
    expect(rows.map(text).sort()).toEqual(expected.map(text).sort());
  });

  test.each(everybody.filter((who) => who !== "visitor"))(
    "decides which functions %s may call",
    async (who) => {
      await grant();
      const functions = await world.asOwner<{ name: string; right: string; call: string }>(
        `select proname as name,
           case obj_description(oid, 'pg_proc') when 'For admins only.' then 'administer'
             else substring(obj_description(oid, 'pg_proc') from '^Needs the right to (.*)\\.$') end as right,
           format('select from public.%I(%s)', proname, (
             select string_agg('null::' || format_type(type, null), ', ' order by place)
             from unnest(proargtypes::oid[]) with ordinality as argument (type, place)
           )) as call
         from pg_proc where pronamespace = 'public'::regnamespace and obj_description(oid, 'pg_proc') ~ '^(For admins|Needs the right)'`,
      );
      expect(functions.length).toBeGreaterThan(60);
      const wrong = [];
      for (const { name, right, call } of functions) {
        const refusal = await world.refusal(who, call);
        const isDenied = refusal?.message === "You are not authorized to access this page";
        if (isDenied === mayCall(who, right)) wrong.push(`${name}: ${right}, ${refusal?.message}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test.each(["formerAdmin", "expired"] as const)(
    "%s has none without the second step that they need",
    async (who) => {
      await grant();
      await world.asOwner("update private.settings set admin_two_step_required = true");
      const { rows } = await world.as(who, "select * from check_rights()");
      expect(rows).toEqual([{ rights: [], needs_two_step: true }]);
    },
  );

  test("ends at once with the row of the colleague", async () => {
    await grant();
    expect((await world.as("formerAdmin", "select * from list_students()")).rowCount).toBeGreaterThan(0);
    await world.as("admin", "select remove_colleague($1)", [people.formerAdmin.id]);
    expect(await world.refusal("formerAdmin", "select * from list_students()")).toMatchObject({
      code: "42501",
    });
  });
});

describe("the page of a student", () => {
  const world = setUpWorld();

  test.each([
    [
      "admin",
      [
        ...["account", "calls", "mails", "marks", "notes", "option_lists", "orders"],
        ...["plans", "profile", "receipts"],
      ],
    ],
    ["formerAdmin", ["account", "orders", "plans", "profile", "receipts"]],
    ["expired", ["account", "plans", "profile"]],
  ] as const)("shows %s no more than they need", async (who, parts) => {
    for (const insert of COLLEAGUES) await world.withoutTriggers(insert);
    const { rows } = await world.as<{ opened: object }>(who, "select open_student($1) as opened", [
      people.planned.id,
    ]);
    expect(Object.keys(rows[0]?.opened ?? {}).sort()).toEqual(parts);
  });

  test("tells colleagues nothing about the second step and the devices of an account", async () => {
    for (const insert of COLLEAGUES) await world.withoutTriggers(insert);
    for (const who of ["formerAdmin", "expired"] as const) {
      const { rows } = await world.as<{ account: object }>(
        who,
        "select open_student($1) -> 'account' as account",
        [people.admin.id],
      );
      expect(Object.keys(rows[0]?.account ?? {}).sort()).toEqual(
        [
          "bad_address",
          "banned_until",
          "created_at",
          "email",
          "id",
          "is_admin",
          "is_confirmed",
          "is_mentor",
        ].concat(["last_seen_at", "new_email"]),
      );
    }
  });
});

describe("the list of students", () => {
  const world = setUpWorld();
  const ADMINS = ["has_booked", "marks"] as const;

  test.each([
    ["admin", [], []],
    ["formerAdmin", ADMINS, ["booked", "documents", "mark"]],
    ["expired", [...ADMINS, "payment"], ["booked", "documents", "mark", "payment"]],
  ] as const)("hides from %s what %j say, also as filters", async (who, hidden, refused) => {
    for (const insert of COLLEAGUES) await world.withoutTriggers(insert);
    const { rows } = await world.as<Record<string, unknown>>(who, "select * from find_students()");
    expect(rows.length).toBeGreaterThan(5);
    for (const column of [...ADMINS, "payment"] as const)
      for (const row of rows)
        expect(row[column] === null, column).toBe((hidden as readonly string[]).includes(column));
    const filters = {
      booked: "once",
      documents: "some",
      mark: people.student.id,
      payment: "paid",
      email: "on",
      status: "None",
    };
    const isRefused = async (entry: object) =>
      (await world.refusal(who, "select find_students($1)", [entry]))?.code === "42501";
    const found = [];
    for (const [key, value] of Object.entries(filters))
      if (await isRefused({ [key]: value })) found.push(key);
    expect(found).toEqual(refused);
  });
});

/** Colleagues see these rows of a table beside their own, and write none. */
const cases = (
  table: string,
  seen: Access["is"],
  writes: readonly [string, string, Access["otherwise"]][],
): Access[] => [
  { does: "see rows", sql: `select from ${table}`, is: seen, otherwise: 0 },
  ...writes.map(
    ([does, sql, otherwise]) => ({ does, sql, is: { admin: 1, secretKey: 1 }, otherwise }) as Access,
  ),
];

const ORDER = "0b000000-0000-4000-8000-000000000001";
checkAccess(
  {
    profiles: cases(
      "profiles",
      { student: 1, planned: 1, other: 1, expired: 1, formerAdmin: 1, admin: 6, secretKey: 6 },
      [],
    ),
    user_plans: cases("user_plans", { planned: 1, other: 1, expired: 1, admin: 3, secretKey: 3 }, [
      [
        "assign a plan",
        `insert into user_plans (user_id, plan_level, plan_exam, plan_name, active) values ('${people.student.id}', 'ug', 'neet', 'Medium', true)`,
        policyViolation("user_plans"),
      ],
    ]),
    orders: cases("orders", { planned: 1, formerAdmin: 1, admin: 1, secretKey: 1 }, []),
    "storage.objects": [
      {
        does: "see documents and proofs",
        sql: "select from storage.objects",
        is: { planned: 2, formerAdmin: 1, admin: 2, secretKey: 2 },
        otherwise: 0,
      },
    ],
    audit_log: cases("audit_log", { admin: 1, secretKey: 1 }, []),
    campaigns: cases("campaigns", { admin: 1, secretKey: 1 }, []),
    student_notes: cases("student_notes", { admin: 1, secretKey: 1 }, []),
    plans: [
      {
        does: "change an offer",
        sql: "update plans set price = 1 where plan_level = 'pg' and plan_exam = 'cet' and plan_name = 'Basic'",
        is: { admin: 1, secretKey: 1 },
        otherwise: 0,
      },
    ],
    ...Object.fromEntries(
      ["private.colleagues", "private.invitations", "private.admins", "private.role_rights"].map((table) => [
        table,
        [
          {
            does: "see or write rows",
            sql: `select from ${table}`,
            is: {},
            otherwise: permissionDenied(table),
          },
        ],
      ]),
    ),
  },
  [
    "delete from public.audit_log",
    ...COLLEAGUES,
    `insert into orders (id, number, user_id, plan_level, plan_exam, plan_name, amount_paise, valid_until, state, last_step)
     values ('${ORDER}', private.order_number('2345'), '${people.planned.id}', 'ug', 'cet', 'Advanced', 1000000, now(), 'made', 1)`,
    `insert into storage.objects (bucket_id, name, version, metadata)
     values ('payment-proofs', '${people.planned.id}/1700000000001_paid.png', gen_random_uuid(), '{}'),
       ('user-documents', '${people.planned.id}/1700000000001_marks.png', gen_random_uuid(), '{}')`,
    "insert into public.audit_log (actor_email, action, details) values ('a', 'plan created', '{}')",
    "insert into public.campaigns (request_id, subject, body) values (gen_random_uuid(), 'S', 'B')",
    `insert into public.student_notes (student_id, note, is_for_mentors, author_email) values ('${people.planned.id}', 'N', false, 'a')`,
  ],
);
