import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { FolderInUseError } from "./stale-process.ts";
import { type Embedded, startEmbedded } from "./start-embedded.ts";

/** Starts the database, or uses the one of a running server. */
export async function startOrJoinEmbedded(options: {
  folder: string;
  password: string;
  previousPassword?: string | undefined;
}): Promise<Embedded> {
  try {
    return await startEmbedded(options);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    return { ownerUrl: runningUrl(options), stop: async () => undefined };
  }
}

/** Reads the address from PostgreSQL's lock file: the port is in the fourth line, the folder of the socket in the fifth. */
function runningUrl({ folder, password }: { folder: string; password: string }): string {
  const dataFolder = realpathSync(folder);
  const lines = readFileSync(path.join(dataFolder, "postmaster.pid"), "utf8").split("\n");
  const login = `postgres:${encodeURIComponent(password)}`;
  return lines[4]
    ? `postgres://${login}@localhost:${lines[3]}/maarga?host=${encodeURIComponent(lines[4])}`
    : `postgres://${login}@127.0.0.1:${lines[3]}/maarga`;
}
