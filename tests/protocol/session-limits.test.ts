import { describe, expect, onTestFinished, test } from "vitest";
import { isSignedIn, refresh, signIn } from "../world/auth-calls.ts";
import { createAccount, grantAdmin } from "../world/people.ts";
import { createTwoStepMember, sessionOf } from "../world/second-step.ts";
import { type Server, sharedServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

interface Ages {
  readonly unused?: string;
  readonly old?: string;
}

/** Signs in, and moves the session into the past. */
async function createSession({ unused = "0", old = "0" }: Ages, isAdmin = false, at: Server = server) {
  const { id, email } = await createAccount(at, { isAdmin });
  const tokens = await signIn(at, email);
  await queryAt(
    at.databaseUrl,
    `update auth.sessions set last_used_at = now() - $2::interval, created_at = now() - $3::interval
     where user_id = $1`,
    [id, unused, old],
  );
  return { id, ...tokens };
}

const readSessions = (id: string) =>
  queryAt(server.databaseUrl, "select last_used_at, xmin::text from auth.sessions where user_id = $1", [id]);
const runCleanup = () => queryAt(server.databaseUrl, "select private.delete_stale_sign_ins()");

describe("the fifty sessions of an account", () => {
  const fill = (id: string, count: number) =>
    queryAt(
      server.databaseUrl,
      `insert into auth.sessions (user_id, method, last_used_at)
       select $1, 'password', now() - interval '1 minute' from generate_series(1, $2)`,
      [id, count],
    );
  const countOf = async (id: string) => (await readSessions(id)).length;

  test("attack: a script signs in again and again, and the table does not grow: the most recently used ones stay", async () => {
    const { id, email } = await createAccount(server);
    const old = await signIn(server, email);
    await queryAt(
      server.databaseUrl,
      "update auth.sessions set last_used_at = now() - interval '1 hour' where user_id = $1",
      [id],
    );
    await fill(id, 60);
    const fresh = await signIn(server, email);
    expect(await countOf(id)).toBe(50);
    expect(await isSignedIn(server, fresh.access_token)).toBe(true);
    expect(await isSignedIn(server, old.access_token)).toBe(false);
    expect((await refresh(server, old.refresh_token)).status).toBe(400);
  });

  test("attack: somebody who knows only the password ends no session that has passed both steps", async () => {
    const { id, email, client } = await createTwoStepMember(server);
    const { access_token } = await sessionOf(client);
    await fill(id, 60);
    await signIn(server, email);
    expect(await countOf(id)).toBe(51);
    expect(await isSignedIn(server, access_token)).toBe(true);
  });
});

describe("a session", () => {
  test.each([
    ["of a student, unused for 29 days", false, { unused: "29 days" }, true],
    ["of a student, unused for 31 days", false, { unused: "31 days" }, false],
    ["of a student, 179 days old", false, { old: "179 days" }, true],
    ["of a student, 181 days old", false, { old: "181 days" }, false],
    ["of an admin, unused for 11 hours", true, { unused: "11 hours" }, true],
    ["of an admin, unused for 13 hours", true, { unused: "13 hours" }, false],
    ["of an admin, 6 days old", true, { old: "6 days" }, true],
    ["of an admin, 8 days old", true, { old: "8 days" }, false],
  ])("%s: in force is %s", async (_case, isAdmin, ages, isInForce) => {
    const { access_token } = await createSession(ages, isAdmin);
    expect(await isSignedIn(server, access_token)).toBe(isInForce);

    const { refresh_token } = await createSession(ages, isAdmin);
    const refreshed = await refresh(server, refresh_token);
    expect([refreshed.status, refreshed.body.error_code]).toEqual(
      isInForce ? [200, undefined] : [400, "refresh_token_not_found"],
    );

    const { id } = await createSession(ages, isAdmin);
    await runCleanup();
    expect(await readSessions(id)).toHaveLength(isInForce ? 1 : 0);
  });

  test("has the limits of an admin as soon as its user becomes one", async () => {
    const { id, access_token } = await createSession({ old: "8 days" });
    expect(await isSignedIn(server, access_token)).toBe(true);
    await grantAdmin(server, id);
    expect(await isSignedIn(server, access_token)).toBe(false);
  });

  test("of a banned user outlives the clean-up, because the ban may end", async () => {
    const { id } = await createSession({});
    await queryAt(server.databaseUrl, "update auth.users set banned_until = 'infinity' where id = $1", [id]);
    await runCleanup();
    expect(await readSessions(id)).toHaveLength(1);
  });
});

test("requests postpone the idle limit, and most of them write nothing", async () => {
  const { id, access_token } = await createSession({ unused: "29 days" });
  await isSignedIn(server, access_token);
  const [used] = await readSessions(id);
  expect(used?.last_used_at.getTime()).toBeGreaterThan(Date.now() - 86_400_000);
  for (let time = 0; time < 3; time += 1) await isSignedIn(server, access_token);
  expect(await readSessions(id)).toEqual([used]);
});

test("the limits are settings", async () => {
  const strict = await startServer({
    env: {
      SESSION_IDLE_DAYS: "2",
      SESSION_MAX_DAYS: "20",
      ADMIN_SESSION_IDLE_HOURS: "1",
      ADMIN_SESSION_MAX_DAYS: "1",
    },
  });
  onTestFinished(() => strict.stop());
  const isInForce = async (ages: Ages, isAdmin: boolean) =>
    isSignedIn(strict, (await createSession(ages, isAdmin, strict)).access_token);
  expect([
    await isInForce({ unused: "47 hours" }, false),
    await isInForce({ unused: "49 hours" }, false),
  ]).toEqual([true, false]);
  expect([await isInForce({ old: "19 days" }, false), await isInForce({ old: "21 days" }, false)]).toEqual([
    true,
    false,
  ]);
  expect([await isInForce({ unused: "50 min" }, true), await isInForce({ unused: "70 min" }, true)]).toEqual([
    true,
    false,
  ]);
  expect([await isInForce({ old: "23 hours" }, true), await isInForce({ old: "25 hours" }, true)]).toEqual([
    true,
    false,
  ]);
});
