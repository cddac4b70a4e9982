import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiDatabase, type Caller } from "../../server/postgres/database.ts";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { createAccount, grantAdmin, revokeAdmin } from "../world/people.ts";

const TIMEOUT = { name: "timeout", text: "select current_setting('statement_timeout') as timeout" };
const ENDED = { code: "57014", message: "canceling statement due to statement timeout" };

let database: TestDatabase;
let requests: ApiDatabase;
beforeAll(async () => {
  database = await createDatabase();
  const { apiUrl } = await prepareDatabase(database.url);
  // A single connection: a timeout must not stay on it for the next caller.
  requests = new ApiDatabase(apiUrl, { size: 1, name: "requests", onError: () => undefined });
});
afterAll(async () => {
  await requests.close();
  await database.drop();
});

async function signIn(options: { isAdmin?: boolean; claims?: Record<string, unknown> } = {}) {
  const { id } = await createAccount({ databaseUrl: database.url }, { profile: {}, ...options });
  const [session] = await database.query<{ id: string }>(
    "insert into auth.sessions (user_id, method) values ($1, 'password') returning id",
    [id],
  );
  const claims = { sub: id, session_id: session?.id, role: "authenticated", ...options.claims };
  return { id, caller: { role: "authenticated", claims } satisfies Caller };
}

const timeoutOf = async (caller: Caller) => (await requests.asCaller(caller, TIMEOUT)).rows[0]?.timeout;
const visitor: Caller = { role: "anon", claims: { role: "anon" } };
const secretKey: Caller = { role: "service_role", claims: { role: "service_role" } };

test("each caller has a timeout of their own, which does not stay on the connection", async () => {
  const student = await signIn();
  const admin = await signIn({ isAdmin: true });
  for (let round = 1; round <= 2; round += 1) {
    expect(await timeoutOf(admin.caller)).toBe("8s");
    expect(await timeoutOf(student.caller)).toBe("2s");
    expect(await timeoutOf(secretKey)).toBe("8s");
    expect(await timeoutOf(visitor)).toBe("2s");
  }
});

test("the list of admins decides who is one, not the claims of a token", async () => {
  const { caller } = await signIn({
    claims: { is_admin: true, user_role: "admin", app_metadata: { roles: ["admin"] } },
  });
  expect(await timeoutOf(caller)).toBe("2s");
});

test("granted and revoked rights change the timeout with the next request", async () => {
  const { id, caller } = await signIn();
  await grantAdmin({ databaseUrl: database.url }, id);
  expect(await timeoutOf(caller)).toBe("8s");
  await revokeAdmin({ databaseUrl: database.url }, id);
  expect(await timeoutOf(caller)).toBe("2s");
});

describe.each(["asCaller", "tryAsCaller"] as const)("%s", (way) => {
  test("ends a statement that takes too long", async () => {
    const { caller } = await signIn();
    await expect(requests[way](caller, { text: "select pg_sleep(60)" })).rejects.toMatchObject(ENDED);
  });

  test("ends a statement that waits for a lock", async () => {
    const { id, caller } = await signIn();
    const text = "update public.profiles set city = 'Mysuru'";
    await whileLocked(id, () => expect(requests[way](caller, { text })).rejects.toMatchObject(ENDED));
    await expect(requests[way](caller, { text })).resolves.not.toThrow();
  });
});

/** Another transaction holds the student's profile during the work. */
async function whileLocked(id: string, work: () => Promise<void>): Promise<void> {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  try {
    await other.query("begin");
    await other.query("select from public.profiles where id = $1 for update", [id]);
    await work();
  } finally {
    await other.end();
  }
}
