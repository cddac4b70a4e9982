import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { KilledServers } from "../../bench/storm/killed-servers.ts";
import { MAX_UPCOMING } from "../../bench/storm/people.ts";
import { runStorm } from "../../bench/storm/storm.ts";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { createDatabase } from "../world/cluster.ts";
import { killServer, startServer } from "../world/server.ts";

const SITE_URL = "http://localhost";

test("while server and worker are killed, random tries lose no booking and break no rule", async () => {
  const database = await createDatabase();
  const dataFolder = await mkdtemp(path.join(tmpdir(), "maarga-storm-"));
  const servers = new KilledServers({
    clients: 4,
    kills: 4,
    dataFolder,
    siteUrl: SITE_URL,
    async start(ROLE) {
      const env = { ROLE, SITE_URL, BOOKINGS_MAX_UPCOMING: String(MAX_UPCOMING) };
      const server = await startServer({ databaseUrl: database.url, dataFolder, env });
      return { url: server.url, kill: () => killServer(server), stop: server.stop };
    },
  });
  onTestFinished(async () => {
    await servers.stop();
    await database.drop();
    await rm(dataFolder, { recursive: true, force: true });
  });
  const { apiUrl } = await prepareDatabase(database.url);
  const result = await runStorm({
    ownerUrl: database.url,
    apiUrl,
    tries: 1_500,
    seed: 2,
    connections: 2,
    servers,
  });
  expect(result.unexpected).toEqual({});
  expect(Object.entries(result.violations).filter(([, count]) => count !== 0)).toEqual([]);
  expect(result.overHttp).toBeGreaterThan(100);
  expect(result.unanswered).toBeGreaterThan(0);
});
