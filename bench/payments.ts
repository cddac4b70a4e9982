import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { Database } from "./database.ts";
import { confirmWhileKilled } from "./payments/confirming.ts";
import { KilledServers } from "./storm/killed-servers.ts";
import { startKillable } from "./tested-servers.ts";

/**
 * `npm run bench -- payments`: admins confirm 500 payments over HTTP, while server and worker are killed in turn. It fails
 * if a plan, a receipt or a mail is missing or double.
 */

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
const SITE_URL = "http://127.0.0.1";

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    orders: { type: "string", default: "500" },
    admins: { type: "string", default: "4" },
    kills: { type: "string", default: "8" },
    seed: { type: "string", default: "1" },
  },
});
const [orders, admins, kills, seed] = [values.orders, values.admins, values.kills, values.seed].map(
  Number,
) as [number, number, number, number];

async function confirmAll(): Promise<void> {
  const database = await Database.start(PROJECT);
  const { ownerUrl } = database;
  const dataFolder = path.join(database.folder, "maarga");
  const servers = new KilledServers({
    clients: admins,
    kills,
    dataFolder,
    siteUrl: SITE_URL,
    start(ROLE) {
      const settings = { ROLE, SITE_URL, BOT_CHALLENGE: "off", CUTOFFS: "off" };
      return startKillable(PROJECT, { ownerUrl, dataFolder, settings });
    },
  });
  try {
    await prepareDatabase(ownerUrl);
    const start = performance.now();
    const result = await confirmWhileKilled({ ownerUrl, dataFolder, orders, admins, seed, servers });
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    console.log(
      `${orders} payments, ${admins} admins, ${kills} kills, ${seconds} s: ${JSON.stringify(result)}`,
    );
    const { unexpected, problems, mailedTwice, lost, counts } = result;
    const isWrong = unexpected.length + problems.length + mailedTwice + lost.length > 0;
    if (isWrong || Object.values(counts).some((count) => count !== orders)) process.exitCode = 1;
    console.log(checkPayments(ownerUrl, dataFolder));
  } finally {
    await servers.stop();
    await database.stop();
  }
}

type Prepare = (ownerUrl: string) => Promise<unknown>;

async function prepareDatabase(ownerUrl: string): Promise<void> {
  const module = path.join(PROJECT, "build", "server", "prepare-database.js");
  await ((await import(module)) as { prepareDatabase: Prepare }).prepareDatabase(ownerUrl);
}

function checkPayments(ownerUrl: string, dataFolder: string): string {
  const started = performance.now();
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [path.join(PROJECT, "build", "server", "maarga.js"), "payments", "check"],
    { env: { PATH: process.env.PATH, MAARGA_DATA: dataFolder, DATABASE_URL: ownerUrl }, encoding: "utf8" },
  );
  if (status !== 0) process.exitCode = 1;
  return `payments check, ${((performance.now() - started) / 1_000).toFixed(1)} s: ${stdout}${stderr}`.trimEnd();
}

await confirmAll();
