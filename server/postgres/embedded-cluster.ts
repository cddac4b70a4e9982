import { execFile } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Account } from "./embedded-account.ts";

type Options = { dataFolder: string; password: string; durable: boolean; account: Account; initdb: string };

/**
 * Makes an empty cluster in a draft folder beside its place and moves it there whole: a first start that is killed
 * half-way leaves a draft behind, never a damaged database.
 */
export async function makeCluster({
  dataFolder,
  password,
  durable,
  account,
  initdb,
}: Options): Promise<void> {
  if (existsSync(dataFolder) && readdirSync(dataFolder).length > 0) {
    throw new Error(
      `${dataFolder} holds files but no PostgreSQL database: restore it from a backup, or name another MAARGA_DATA.`,
    );
  }
  const parent = path.dirname(dataFolder);
  const draft = mkdtempSync(path.join(parent, `${path.basename(dataFolder)}.draft-`));
  const passwordFolder = mkdtempSync(path.join(parent, ".password-"));
  const passwordFile = path.join(passwordFolder, "owner");
  try {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    for (const each of [draft, passwordFolder, passwordFile]) give(each, account);
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
    await promisify(execFile)(command.file, command.args, { ...command.options, cwd: "/" });
  } finally {
    rmSync(passwordFolder, { recursive: true, force: true });
  }
  renameSync(draft, dataFolder);
  if (durable) syncFolder(parent);
}

function give(target: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) chownSync(target, uid, gid);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
