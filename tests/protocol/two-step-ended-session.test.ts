import { expect, test } from "vitest";
import { bearer, callAuth, NEW_ERROR_SHAPE } from "../world/auth-calls.ts";
import { createTwoStepMember, sessionOf, unwrap } from "../world/second-step.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt, transactionAt } from "../world/sql.ts";
import { waitUntil } from "../world/wait-until.ts";

const server = sharedServer();

test.each([
  ["replaces the recovery codes", "POST", () => "/factors/recovery-codes/regenerate"],
  ["removes the recovery codes", "DELETE", () => "/factors/recovery-codes"],
  ["removes the app", "DELETE", (appId: string) => `/factors/${appId}`],
])("attack: a thief %s in the moment in which the owner ends the session", async (_case, method, pathOf) => {
  const { id, client, factorId } = await createTwoStepMember(server);
  unwrap(await client.auth.mfa.recoveryCodes.generate());
  const { access_token } = await sessionOf(client);
  const readCodes = () =>
    queryAt(
      server.databaseUrl,
      "select code_hash from auth.recovery_codes join auth.factors on id = factor_id where user_id = $1",
      [id],
    );
  const codes = await readCodes();

  const pending = await transactionAt(server.databaseUrl, async (owner) => {
    await owner.query("select from auth.users where id = $1 for update", [id]);
    const headers = { ...NEW_ERROR_SHAPE, ...bearer(access_token) };
    const theft = callAuth(server, pathOf(factorId), { method, headers });
    await waitUntil("the theft to wait for the owner", async () => {
      const { rowCount } = await owner.query(
        "select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))",
      );
      return (rowCount ?? 0) > 0;
    });
    await owner.query("delete from auth.sessions where user_id = $1", [id]);
    return { theft };
  });
  expect((await pending.theft).status).toBe(403);
  expect(await readCodes()).toEqual(codes);
});
