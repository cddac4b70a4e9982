import path from "node:path";
import {
  type Contender,
  startBareServer,
  startMaarga,
  startPostGraphile,
  startPostgrest,
} from "./contenders.ts";
import type { Database } from "./database.ts";
import type { Student } from "./students.ts";
import { keySetOf, readSecrets, signInStudents } from "./tokens.ts";

const PEERS = { PostgREST: startPostgrest, PostGraphile: startPostGraphile, "bare server": startBareServer };

interface LineUp {
  /** In the order in which they take turns. */
  readonly contenders: readonly Contender[];
  readonly students: readonly Student[];
}

/** The product comes first: it makes the tables, the rules and the keys that the others use. */
export async function lineUp(
  projectRoot: string,
  database: Database,
  started: (contender: Contender) => void,
): Promise<LineUp> {
  const dataFolder = path.join(database.folder, "maarga");
  const maarga = await startMaarga(projectRoot, { ownerUrl: database.ownerUrl, dataFolder });
  started(maarga);
  const secrets = await readSecrets(dataFolder);
  await database.addStudents();
  const students = await signInStudents(secrets, `http://127.0.0.1:${maarga.server.port}/auth/v1`);

  const ground = { apiUrl: await database.apiUrl(), keySet: keySetOf(secrets) };
  const contenders = [maarga];
  for (const [name, start] of Object.entries(PEERS)) {
    const peer = await start(ground);
    if (peer) {
      started(peer);
      contenders.push(peer);
    } else {
      console.log(`${name} is left out: there is no package of it for ${process.platform} ${process.arch}.`);
    }
  }
  return { contenders, students };
}
