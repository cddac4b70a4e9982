import path from "node:path";
import type { Database } from "./database.ts";
import type { Student } from "./students.ts";
import {
  startBareServer,
  startMaarga,
  startPostGraphile,
  startPostgrest,
  type TestedServer,
} from "./tested-servers.ts";
import { keySetOf, readSecrets, signInStudents } from "./tokens.ts";

const PEERS = { PostgREST: startPostgrest, PostGraphile: startPostGraphile, "bare server": startBareServer };

interface StartedServers {
  /** In the order of measurement. */
  readonly testedServers: readonly TestedServer[];
  readonly students: readonly Student[];
}

/** Starts the product first: it creates the tables, rules and keys that the other servers use. */
export async function startServers(
  projectRoot: string,
  database: Database,
  onStart: (tested: TestedServer) => void,
): Promise<StartedServers> {
  const dataFolder = path.join(database.folder, "maarga");
  const settings = { BOOKINGS_MAX_UPCOMING: "10000", BOOKINGS_MAX_DAYS_AHEAD: "1826" };
  const maarga = await startMaarga(projectRoot, { ownerUrl: database.ownerUrl, dataFolder, settings });
  onStart(maarga);
  const secrets = await readSecrets(dataFolder);
  await database.addStudents();
  const students = await signInStudents(secrets, `http://127.0.0.1:${maarga.server.port}/auth/v1`);

  const options = { apiUrl: await database.apiUrl(), keySet: keySetOf(secrets) };
  const testedServers = [maarga];
  for (const [name, start] of Object.entries(PEERS)) {
    const peer = await start(options);
    if (peer) {
      onStart(peer);
      testedServers.push(peer);
    } else {
      console.log(`${name} is left out: it has no package for ${process.platform} ${process.arch}.`);
    }
  }
  return { testedServers, students };
}
