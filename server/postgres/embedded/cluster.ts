import { execFile } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { DatabaseSetupError } from "../setup-error.ts";
import type { Account } from "./account.ts";

type Options = { dataFolder: string; password: string; durable: boolean; account: Account; initdb: string };

const MAJOR_VERSION = "18";

/**
 * Creates an empty cluster unless the folder has one. It is created as a draft beside the folder and then renamed: a
 * first start that is killed half-way leaves a draft behind, never half a database.
 */
export async function requireCluster(options: Options): Promise<void> {
  const { dataFolder } = options;
  const version = path.join(dataFolder, "PG_VERSION");
  if (!existsSync(version)) {
    if (existsSync(dataFolder) && readdirSync(dataFolder).length > 0)
      throw new DatabaseSetupError(
        `${dataFolder} holds files but no database: restore it from a backup, or set another MAARGA_DATA.`,
      );
    await createCluster(options);
  }
  const found = readFileSync(version, "utf8").trim();
  if (found !== MAJOR_VERSION)
    throw new DatabaseSetupError(
      `The database in ${dataFolder} was created by PostgreSQL ${found}, and this server has version ${MAJOR_VERSION}.`,
    );
}

async function createCluster({ dataFolder, password, durable, account, initdb }: Options): Promise<void> {
  const parent = path.dirname(dataFolder);
  const draft = mkdtempSync(path.join(parent, `${path.basename(dataFolder)}.draft-`));
  const passwordFolder = mkdtempSync(path.join(parent, ".password-"));
  const passwordFile = path.join(passwordFolder, "owner");
  try {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    for (const each of [draft, passwordFolder, passwordFile]) changeOwner(each, account);
    const command = account.command(initdb, [
      `--pgdata=${draft}`,
      "--username=postgres",
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--locale=C.UTF-8",
      ...(durable ? [] : ["--no-sync"]),
    ]);
    await promisify(execFile)(command.file, command.args, command.options);
  } catch (cause) {
    const { stderr = "", message } = cause as { stderr?: string; message: string };
    throw new DatabaseSetupError(`No database could be created in ${parent}: ${stderr.trim() || message}`, {
      cause,
    });
  } finally {
    rmSync(passwordFolder, { recursive: true, force: true });
  }
  moveIntoPlace(draft, dataFolder);
  if (durable) syncFolder(parent);
}

function moveIntoPlace(draft: string, dataFolder: string): void {
  try {
    renameSync(draft, dataFolder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTEMPTY" || code === "EEXIST") {
      rmSync(draft, { recursive: true }); // another server was faster; this draft holds no data
      return;
    }
    if (code !== "EBUSY") throw error;
    throw new DatabaseSetupError(
      `${dataFolder} is a mount point: mount the folder above it (MAARGA_DATA) instead.`,
      {
        cause: error,
      },
    );
  }
}

function changeOwner(target: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) chownSync(target, uid, gid);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
