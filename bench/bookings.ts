import path from "node:path";
import { parseArgs } from "node:util";
import { Database } from "./database.ts";
import { KilledServers } from "./storm/killed-servers.ts";
import { MAX_UPCOMING } from "./storm/people.ts";
import { runStorm } from "./storm/storm.ts";
import { startKillable } from "./tested-servers.ts";

/**
 * `npm run bench -- bookings`: a million random tries, in ten slices with a database each. Most go straight to the
 * database, a part through a server; server and worker are killed in turn. With `--kills 0`, all go straight to the
 * database. Fails if any slice breaks a rule.
 */

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
const SITE_URL = "http://127.0.0.1";
const CONNECTIONS = 12;
const HTTP_CLIENTS = 4;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    tries: { type: "string", default: "100000" },
    slices: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    kills: { type: "string", default: "6" },
  },
});
const [tries, slices, firstSeed, kills] = [values.tries, values.slices, values.seed, values.kills].map(
  Number,
) as [number, number, number, number];

type Prepare = (ownerUrl: string) => Promise<{ apiUrl: string }>;
const module = path.join(PROJECT, "build", "server", "prepare-database.js");
const { prepareDatabase } = (await import(module)) as { prepareDatabase: Prepare };

async function runSlice(seed: number): Promise<boolean> {
  const database = await Database.start(PROJECT);
  const { ownerUrl } = database;
  const dataFolder = path.join(database.folder, "maarga");
  const servers = new KilledServers({
    clients: HTTP_CLIENTS,
    kills,
    dataFolder,
    siteUrl: SITE_URL,
    start(ROLE) {
      const settings = { ROLE, SITE_URL, BOOKINGS_MAX_UPCOMING: String(MAX_UPCOMING), BOT_CHALLENGE: "off" };
      return startKillable(PROJECT, { ownerUrl, dataFolder, settings });
    },
  });
  try {
    const { apiUrl } = await prepareDatabase(ownerUrl);
    const start = performance.now();
    const storm = { ownerUrl, apiUrl, tries, seed, connections: CONNECTIONS };
    const result = await runStorm(kills > 0 ? { ...storm, servers } : storm);
    const seconds = (performance.now() - start) / 1_000;
    console.table(result.outcomes);
    console.log(
      `seed ${seed}: ${tries} tries in ${Math.round(seconds)} s, ${Math.round(tries / seconds)} a second; ` +
        `${result.overHttp} over HTTP, of which ${result.unanswered} had no answer; ${kills} kills`,
    );
    console.log(JSON.stringify({ ...result.violations, unexpected: result.unexpected }));
    return (
      Object.values(result.violations).every((count) => count === 0) &&
      Object.keys(result.unexpected).length === 0
    );
  } finally {
    await servers.stop();
    await database.stop();
  }
}

for (let slice = 0; slice < slices; slice++) if (!(await runSlice(firstSeed + slice))) process.exitCode = 1;
