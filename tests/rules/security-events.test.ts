import { describe, expect, test } from "vitest";
import { checkAccess, everyone } from "./access.ts";
import { idOf, people } from "./people.ts";
import { permissionDenied, setUpWorld } from "./rules-world.ts";

const { student, planned } = people;
const INSERT_EVENT = "insert into security_events (kind) values ('signed in')";
const CHANGES = [
  "update security_events set kind = 'nothing'",
  "delete from security_events",
  "truncate security_events",
];

checkAccess(
  {
    security_events: [
      {
        does: "read the security events of a student",
        sql: "select from security_events where kind = 'signed in'",
        is: { student: 1, secretKey: 1 },
        otherwise: 0,
      },
      ...[INSERT_EVENT, ...CHANGES].map((sql) => ({
        does: `run: ${sql}`,
        sql,
        is: {},
        otherwise: permissionDenied("security_events"),
      })),
    ],
  },
  [`insert into security_events (kind, user_id) values ('signed in', '${student.id}')`],
);

const world = setUpWorld();

describe("security events", () => {
  test.each(CHANGES)("refuse a change even by the owner: %s", async (sql) => {
    await expect(world.asOwner(sql)).rejects.toThrow("Security events are append-only.");
  });

  test.each([...CHANGES, INSERT_EVENT, "select from security_events"])(
    "refuse the server's own login: %s",
    async (sql) => {
      await world.asOwner("set local role maarga_server");
      await expect(world.asOwner(sql)).rejects.toThrow("permission denied for table security_events");
    },
  );

  test.each(["record_security_event('signed in', null)", "delete_old_security_events()"])(
    "cannot be changed through the API: %s",
    async (call) => {
      for (const who of everyone)
        expect((await world.refusal(who, `select private.${call}`))?.message).toMatch(/^permission denied/);
    },
  );

  test("keep the address of the account, and IPv4 addresses in their usual form", async () => {
    await world.asOwner(
      `select private.record_security_event('signed in', $1, '::ffff:192.0.2.1', 'Chrome on Android', '{"a": 1}')`,
      [student.id],
    );
    expect(
      await world.asOwner(
        "select kind, user_id, email, address, device, details from security_events order by id desc limit 1",
      ),
    ).toEqual([
      {
        kind: "signed in",
        user_id: student.id,
        email: "student@example.org",
        address: "192.0.2.1",
        device: "Chrome on Android",
        details: { a: 1 },
      },
    ]);
  });

  test("include admin rights that are granted and revoked", async () => {
    await world.asOwner("insert into private.admins (user_id, granted_by) values ($1, 'operator')", [
      student.id,
    ]);
    await world.asOwner("delete from private.admins where user_id = $1", [student.id]);
    expect(await eventsOf(student.id)).toEqual([
      { kind: "admin rights granted", details: { by: "operator" } },
      { kind: "admin rights revoked", details: {} },
    ]);
  });

  test("stay when the account is deleted", async () => {
    await world.asOwner("select private.record_security_event('signed in', $1)", [student.id]);
    await world.asOwner("delete from auth.users where id = $1", [student.id]);
    expect(await eventsOf(student.id)).toMatchObject([{ kind: "signed in" }]);
  });
});

describe("the retention of security events", () => {
  const insertOfAge = (days: number) =>
    world.asOwner(
      "insert into security_events (kind, user_id, at) values ('signed in', $1, now() - make_interval(days => $2))",
      [student.id, days],
    );
  const runJob = async () => {
    await world.asOwner("set local role maarga_server");
    await world.asOwner("select private.delete_old_security_events()");
    await world.asOwner("reset role");
  };

  test("deletes those older than the setting, and no others", async () => {
    for (const days of [399, 401, 500]) await insertOfAge(days);
    await runJob();
    expect(await eventsOf(student.id)).toHaveLength(1);
    await world.asOwner("update private.settings set security_log = '40 days'");
    await runJob();
    expect(await eventsOf(student.id)).toEqual([]);
  });

  test("cannot be set to less than thirty days", async () => {
    await expect(world.asOwner("update private.settings set security_log = '29 days'")).rejects.toThrow(
      "settings_security_log_check",
    );
  });

  test("does not let the owner delete newer ones by pretending to be the job", async () => {
    await insertOfAge(399);
    await world.asOwner("set local maarga.retention = 'on'");
    await expect(world.asOwner("delete from security_events")).rejects.toThrow("append-only");
  });

  test("does not leave old ones open to deletion after the job", async () => {
    await runJob();
    await insertOfAge(500);
    await expect(world.asOwner("delete from security_events")).rejects.toThrow("append-only");
  });
});

describe("a flood of failures", () => {
  const fail = (who: string | null, networks: number, times: number) =>
    world.asOwner(
      `select private.record_security_failure(
         'sign-in failed', $1, '10.0.' || network || '.1', '10.0.' || network || '.1', 'Chrome on Android', '{}')
       from generate_series(1, $2::int) as network, generate_series(1, $3::int)`,
      [who, networks, times],
    );
  const endMinute = async () => {
    await world.asOwner("update private.security_event_counts set minute = minute - interval '1 minute'");
    await world.asOwner("select private.sum_security_events()");
  };

  test("from one network at one account leaves five events a minute, and one with the number of the others", async () => {
    await fail(student.id, 1, 5_000);
    expect(await eventsOf(student.id)).toHaveLength(5);
    await endMinute();
    expect((await eventsOf(student.id)).slice(5)).toMatchObject([
      { kind: "sign-in failed", details: { count: 4_995, networks: 1 } },
    ]);
    await endMinute();
    expect(await eventsOf(student.id)).toHaveLength(6);
  });

  test("from many networks leaves sixty events a minute for each account", async () => {
    await fail(student.id, 200, 6);
    await fail(planned.id, 1, 1);
    expect(await eventsOf(student.id)).toHaveLength(60);
    expect(await eventsOf(planned.id)).toHaveLength(1);
    await endMinute();
    expect((await eventsOf(student.id)).slice(60)).toMatchObject([
      { details: { count: 1_140, networks: 200 } },
    ]);
  });

  test("at addresses without an account is limited as if they were one account", async () => {
    await fail(null, 200, 1);
    expect(await eventsOf(null)).toHaveLength(60);
  });

  test("is counted completely in the metrics", async () => {
    const before = await countOf("sign-in failed");
    await fail(student.id, 3, 100);
    await endMinute();
    expect((await countOf("sign-in failed")) - before).toBe(300);
  });
});

describe("list_security_events", () => {
  type EventsQuery = {
    search?: string;
    kind_filter?: string;
    day?: string;
    page?: number;
    page_size?: number;
  };
  const list = async (query: EventsQuery = {}) => {
    const names = Object.keys(query);
    const call = `select * from list_security_events(${names.map((name, index) => `${name} => $${index + 1}`)})`;
    const { rows } = await world.as("admin", call, Object.values(query));
    return {
      total: Number(rows[0]?.total ?? 0),
      exact: rows[0]?.total_is_exact,
      events: rows.map(({ device }) => device),
    };
  };
  const insert = (values: { kind: string; email: string; address: string; device: string; at: string }) =>
    world.withoutTriggers(
      "insert into security_events (kind, email, address, device, at) values ($1, $2, $3, $4, $5)",
      [values.kind, values.email, values.address, values.device, values.at],
    );
  const insertThree = async () => {
    await world.withoutTriggers("delete from security_events");
    const asha = { kind: "signed in", email: "asha@example.org", address: "203.0.113.7" };
    await insert({ ...asha, device: "one", at: "2026-11-20T18:29:59Z" });
    await insert({ ...asha, device: "two", at: "2026-11-20T18:30:00Z", kind: "session ended" });
    await insert({
      ...asha,
      device: "three",
      at: "2026-11-21T18:30:00Z",
      email: "usha@example.org",
      address: "2001:db8::7",
    });
  };

  test.each([
    [{}, ["three", "two", "one"]],
    [{ search: "ASHA@" }, ["two", "one"]],
    [{ search: " 2001:db8 " }, ["three"]],
    [{ search: "%" }, []],
    [{ kind_filter: "session ended" }, ["two"]],
    [{ kind_filter: "nothing known" }, []],
    // Days begin and end at midnight in India.
    [{ day: "2026-11-20" }, ["one"]],
    [{ day: "2026-11-21" }, ["two"]],
    [{ day: "2026-11-22", search: "usha" }, ["three"]],
    [{ day: "2026-11-23" }, []],
  ])("with %j lists %j, newest first", async (query, events) => {
    await insertThree();
    expect(await list(query)).toMatchObject({ events, total: events.length });
  });

  test("returns pages of the requested size with the total, which is exact up to a thousand", async () => {
    await insertThree();
    expect(await list({ page_size: 2 })).toEqual({ events: ["three", "two"], total: 3, exact: true });
    expect(await list({ page_size: 2, page: 2 })).toEqual({ events: ["one"], total: 3, exact: true });
    expect(await list({ page_size: 0, page: -1 })).toMatchObject({ events: ["three"] });
    expect(await list({ page: 2_147_483_647 })).toMatchObject({ events: [] });
    await world.withoutTriggers(
      "insert into security_events (kind) select 'signed in' from generate_series(1, 1500)",
    );
    expect(await list({ page_size: 1_000 })).toMatchObject({ total: 1_000, exact: false });
    expect((await list({ page_size: 1_000 })).events).toHaveLength(100);
  });

  test("uses its index for a search", async () => {
    await world.asOwner("set local enable_seqscan = off");
    const plan = await world.asOwner(
      "explain select from security_events as event where private.is_listed_event(event, '%gowda%', 'all', null, null)",
    );
    expect(JSON.stringify(plan)).toContain("security_events_by_search");
  });

  test("is only for admins and the secret key", async () => {
    for (const who of everyone) {
      const refused = await world.refusal(who, "select * from list_security_events()");
      if (who === "admin" || who === "secretKey") expect(refused).toBeUndefined();
      else
        expect(refused?.message).toBe(
          idOf(who) === null
            ? "permission denied for function list_security_events"
            : "You are not authorized to access this page",
        );
    }
  });
});

function eventsOf(userId: string | null) {
  return world.asOwner(
    "select kind, details from security_events where user_id is not distinct from $1 order by id",
    [userId],
  );
}

async function countOf(kind: string): Promise<number> {
  const [row] = await world.asOwner("select events from private.count_security_events() where kind = $1", [
    kind,
  ]);
  return Number(row?.events ?? 0);
}
