import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { StartupError } from "./startup-error.ts";

/** The permissions of others. As the umask of a process, it keeps them from every file that the process creates. */
export const OPEN_TO_OTHERS = 0o077;
/** The sticky bit: several users keep their files in the folder. */
const SHARED = 0o1000;
/** Entries that a new volume or a checkout may contain. */
const NEUTRAL_ENTRY = /^(lost\+found|\..*)$/;

/**
 * Makes MAARGA_DATA accessible to the server's user alone, with everything directly in it; nobody else can reach what is
 * below. Calls `report` for each repair.
 */
export async function protectDataFolder(folder: string, report: (message: string) => void): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((cause: NodeJS.ErrnoException) => {
    throw new StartupError(`MAARGA_DATA: ${folder} cannot be written to (${cause.code})`, { cause });
  });
  const entries = await readdir(folder);
  await requireOwnFolder(folder, entries);
  await closeToOthers(folder, report);
  for (const entry of entries) await closeToOthers(path.join(folder, entry), report);
}

/** Protects folders such as /tmp: if they are set by mistake, their permissions must stay as they are. */
async function requireOwnFolder(folder: string, entries: readonly string[]): Promise<void> {
  const { mode } = await stat(folder);
  const isShared = (mode & SHARED) !== 0;
  const isOurs = entries.includes("secrets.json") || entries.every((entry) => NEUTRAL_ENTRY.test(entry));
  if ((mode & OPEN_TO_OTHERS) === 0 || (isOurs && !isShared)) return;
  throw new StartupError(
    `MAARGA_DATA: other users of this machine can access ${folder}, and it ${isShared ? "is shared" : "holds other files"}: ` +
      "set MAARGA_DATA to a folder for the server alone",
  );
}

async function closeToOthers(file: string, report: (message: string) => void): Promise<void> {
  const before = await findMode(file);
  if (before === undefined || (before & OPEN_TO_OTHERS) === 0) return;
  const failure = await chmod(file, before & 0o700).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
  const after = await findMode(file);
  if (after === undefined) return;
  if ((after & OPEN_TO_OTHERS) !== 0)
    throw new StartupError(
      `MAARGA_DATA: other users of this machine can access ${file}, and this could not be changed (${failure?.code ?? "no effect"}): ` +
        "run chmod -R go= on the folder as its owner, or set MAARGA_DATA to a folder of the server's user",
      { cause: failure },
    );
  report(`other users of this machine could access ${file}; now only the server's user can`);
}

/** Returns the permissions, or undefined if the file is gone: servers create and remove drafts. */
async function findMode(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mode & 0o777;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
