import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecrets } from "../world/members.ts";
import { outputOf, type RunningServer, startServer } from "../world/server.ts";
import { queryOverNewConnection } from "../world/sql.ts";
import { waitUntil } from "../world/wait-until.ts";

let dataFolder: string;
let server: RunningServer;

beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), "maarga-shutdown-"));
  // An empty DATABASE_URL selects the embedded database.
  server = await startServer({ databaseUrl: "embedded", dataFolder, env: { DATABASE_URL: "" } });
});
afterAll(async () => {
  await server.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

const postmaster = () =>
  Number(readFileSync(path.join(dataFolder, "postgres/postmaster.pid"), "utf8").split("\n")[0]);

const isReady = async () => (await fetch(`${server.url}/readyz`)).ok;

/** The processes that work for clients, and PostgreSQL's own. */
async function databaseProcesses(): Promise<number[]> {
  const { databasePassword } = await readSecrets(server);
  const host = encodeURIComponent(path.join(dataFolder, "postgres"));
  const rows = await queryOverNewConnection<{ pid: number }>(
    `postgres://postgres:${databasePassword}@localhost/maarga?host=${host}`,
    "select pid from pg_stat_activity where pid <> pg_backend_pid()",
  );
  return rows.map((row) => row.pid);
}

test("a database that is told to shut down, but not its server, is restarted and serves requests again", async () => {
  const before = postmaster();
  process.kill(before, "SIGTERM");
  await waitUntil("the restart", () => outputOf(server).includes("it is stopped and restarted"));
  await waitUntil("the server to be ready", isReady);
  expect(postmaster()).not.toBe(before);
});

test("SIGTERM to the server and to all processes of its database at once stops everything, with nothing left", async () => {
  const processes = [server.process.pid as number, postmaster(), ...(await databaseProcesses())];
  const exited = once(server.process, "exit");
  for (const pid of processes) process.kill(pid, "SIGTERM");
  expect(await exited).toEqual([0, null]);
  expect(outputOf(server)).not.toContain("without waiting any longer");
  expect(readdirSync(path.join(dataFolder, "postgres"))).not.toContain("postmaster.pid");
});
