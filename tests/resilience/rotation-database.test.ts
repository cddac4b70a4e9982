import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { isSignedIn, refresh, signIn } from "../world/auth-calls.ts";
import { readSecrets } from "../world/members.ts";
import { maarga } from "../world/operator.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { queryOverNewConnection } from "../world/sql.ts";

const ADMIN = { ADMIN_EMAIL: "admin@example.com", ADMIN_PASSWORD: "a-good-password-1942" };

let dataFolder: string;
let server: RunningServer;

/** An empty DATABASE_URL selects the embedded database. The address of the site is part of access tokens. */
async function start(): Promise<void> {
  const env = { DATABASE_URL: "", SITE_URL: "http://maarga.example", ...ADMIN };
  server = await startServer({ databaseUrl: "embedded", dataFolder, env });
}

const base = mkdtempSync(path.join(tmpdir(), "maarga-password-base-"));

// Each test gets a copy of one installation: a first start creates the database, which takes seconds.
beforeAll(async () => {
  dataFolder = base;
  await start();
  await server.stop();
});
afterAll(() => rm(base, { recursive: true }));

beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), "maarga-password-"));
  execFileSync("cp", ["-a", `${base}/.`, dataFolder]);
  await start();
});
afterEach(async () => {
  await server.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

const passwordOf = async () => (await readSecrets(server)).databasePassword as string;
const signInAdmin = () => signIn(server, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);

function queryAs<T extends Record<string, unknown>>(password: string, text: string): Promise<T[]> {
  const host = encodeURIComponent(path.join(dataFolder, "postgres"));
  return queryOverNewConnection<T>(`postgres://postgres:${password}@localhost/maarga?host=${host}`, text);
}

async function rotatePassword(): Promise<string> {
  const rotated = await maarga({ MAARGA_DATA: dataFolder }, ["rotate", "database-password"]);
  expect(rotated).toMatchObject({ exitCode: 0, stderr: "" });
  return rotated.stdout;
}

test("a new password of the embedded database: the running server continues, and the old password is refused", async () => {
  const session = await signInAdmin();
  const old = await passwordOf();
  expect(await rotatePassword()).toContain("A server is running, so its two logins keep their passwords");
  const fresh = await passwordOf();
  expect(fresh).not.toBe(old);
  await expect(queryAs(old, "select")).rejects.toMatchObject({ code: "28P01" });
  expect(await queryAs(fresh, "select details from security_events where kind = 'operator command'")).toEqual(
    [{ details: { command: "rotate database-password", by: userInfo().username } }],
  );
  expect(await isSignedIn(server, session.access_token)).toBe(true);
});

test("without a running server, its logins get new passwords too, and sessions survive", async () => {
  const session = await signInAdmin();
  const logins = "select password from private.logins";
  const before = await queryAs<{ password: string }>(await passwordOf(), logins);
  await server.stop();
  expect(await rotatePassword()).toContain("get new passwords at its next start");
  await start();
  const after = await queryAs<{ password: string }>(await passwordOf(), logins);
  expect(after).toHaveLength(2);
  for (const login of after) expect(before).not.toContainEqual(login);
  expect(await isSignedIn(server, session.access_token)).toBe(true);
  expect((await refresh(server, session.refresh_token)).status).toBe(200);
});

test("a command that is killed before it has changed the database is completed by the next start", async () => {
  const session = await signInAdmin();
  await server.stop();
  const secrets = await readSecrets(server);
  const [old, next] = [secrets.databasePassword, "the-password-that-the-database-gets"];
  await writeFile(
    path.join(dataFolder, "secrets.json"),
    JSON.stringify({ ...secrets, databasePassword: next, previousDatabasePassword: old }),
  );
  await start();
  expect(await queryAs(next, "select")).toHaveLength(1);
  await expect(queryAs(old, "select")).rejects.toMatchObject({ code: "28P01" });
  expect(await isSignedIn(server, session.access_token)).toBe(true);
});
