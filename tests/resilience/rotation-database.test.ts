import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isSignedIn, refresh, signIn } from "../world/auth-calls.ts";
import { readSecrets } from "../world/members.ts";
import { maarga } from "../world/operator.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const ADMIN = { ADMIN_EMAIL: "admin@example.com", ADMIN_PASSWORD: "a-good-password-1942" };

test("a new password of the embedded database: the running server goes on, the old password is refused, sessions survive a restart", async () => {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "maarga-password-"));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  // An empty DATABASE_URL selects the embedded database. The address of the site is part of access tokens.
  const start = () =>
    startServer({
      databaseUrl: "embedded",
      dataFolder,
      env: { DATABASE_URL: "", SITE_URL: "http://maarga.example", ...ADMIN },
    });
  let server: RunningServer = await start();
  onTestFinished(() => server.stop());
  const passwordOf = async () => (await readSecrets(server)).databasePassword as string;
  const tryPassword = (password: string) =>
    queryAt(
      `postgres://postgres:${password}@localhost/maarga?host=${encodeURIComponent(path.join(dataFolder, "postgres"))}`,
      "select details from security_events where kind = 'operator command'",
    );

  const session = await signIn(server, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const old = await passwordOf();
  expect(await maarga({ MAARGA_DATA: dataFolder }, ["rotate", "database-password"])).toMatchObject({
    exitCode: 0,
    stderr: "",
    stdout: expect.stringContaining("A running server does not have to be restarted."),
  });
  const fresh = await passwordOf();
  expect(fresh).not.toBe(old);
  await expect(tryPassword(old)).rejects.toMatchObject({ code: "28P01" });
  expect(await tryPassword(fresh)).toEqual([
    { details: { command: "rotate database-password", by: userInfo().username } },
  ]);
  expect(await isSignedIn(server, session.access_token)).toBe(true);

  // The command was killed after it had written the file, and before it had changed the database.
  await server.stop();
  const secrets = await readSecrets(server);
  const next = "the-password-that-the-database-gets";
  await writeFile(
    path.join(dataFolder, "secrets.json"),
    JSON.stringify({ ...secrets, databasePassword: next, previousDatabasePassword: fresh }),
  );
  server = await start();
  expect(await tryPassword(next)).toHaveLength(1);
  await expect(tryPassword(fresh)).rejects.toMatchObject({ code: "28P01" });
  expect(await isSignedIn(server, session.access_token)).toBe(true);
  expect((await refresh(server, session.refresh_token)).status).toBe(200);
});
