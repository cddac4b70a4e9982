import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSetupError } from "../setup-error.ts";

/** The user that PostgreSQL runs as (it refuses to run as root), with a factory for commands of that user. */
export type Account = {
  uid: number | undefined;
  gid: number | undefined;
  command(program: string, args: string[], options?: { endsWithServer?: boolean }): Command;
};
export type Command = {
  file: string;
  args: string[];
  options: { uid?: number; gid?: number; env: NodeJS.ProcessEnv; cwd: string };
};
type Ids = { uid: number; gid: number };

// The environment of this process is not passed on: it holds secrets, and PG… variables would change how PostgreSQL
// works. The working directory is "/", because the account may not be allowed to enter the current one.
const ISOLATED = { env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" }, cwd: "/" };

/** Returns the current user, or if that is root, the owner of the data folder or user postgres. */
export function chooseAccount(dataFolder: string, initdb: string): Account {
  const currentUid = process.getuid?.();
  const owner = existsSync(dataFolder) ? statSync(dataFolder) : undefined;
  if (currentUid !== 0) {
    if (owner && owner.uid !== currentUid)
      throw new DatabaseSetupError(
        `${dataFolder} belongs to another user (id ${owner.uid}): start as that user or as root, or set another MAARGA_DATA.`,
      );
    return createAccount(undefined, []);
  }
  const ids = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : findPostgresUser();
  return createAccountWithAccess(ids, path.dirname(dataFolder), initdb);
}

/**
 * The account may lack access to a folder above the data or the programs (/root, for example). It then gets the
 * capability to read and enter any folder or, where a container has dropped that one, the next stronger one.
 */
function createAccountWithAccess(ids: Ids, folder: string, initdb: string): Account {
  const failures: string[] = [];
  for (const capability of process.platform === "linux" ? ["", "dac_read_search", "dac_override"] : [""]) {
    // Without the last flag access(2), which PostgreSQL uses to find its files, ignores the capabilities.
    const flags = [
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
      "--securebits=+no_setuid_fixup",
    ];
    const candidate = createAccount(ids, capability ? flags : []);
    // With --show, initdb looks up all files that it needs and creates nothing.
    const probe = candidate.command("/bin/sh", [
      "-c",
      'cd -- "$1" && exec "$2" --show -D "$1"',
      "sh",
      folder,
      initdb,
    ]);
    const result = spawnSync(probe.file, probe.args, { ...probe.options, encoding: "utf8" });
    if (result.status === 0) return candidate;
    failures.push(result.error?.message ?? result.stderr.trim().split("\n")[0] ?? "");
  }
  throw new DatabaseSetupError(
    `PostgreSQL does not run as root, and user ${ids.uid} cannot use ${folder} with ${path.dirname(initdb)} ` +
      `(${failures[0]}): start as an ordinary user, or move both out of folders that only root may enter.`,
  );
}

function createAccount(ids: Ids | undefined, capabilities: string[]): Account {
  return {
    uid: ids?.uid,
    gid: ids?.gid,
    command(program, args, { endsWithServer = false } = {}) {
      const identity = ids
        ? [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, "--clear-groups", ...capabilities]
        : [];
      // The kernel requests a fast shutdown of the program when this process ends, even by kill -9.
      const flags = [...identity, ...(endsWithServer ? ["--pdeathsig", "INT"] : [])];
      if (flags.length === 0) return { file: program, args, options: ISOLATED };
      if (!hasProgram("setpriv")) return { file: program, args, options: { ...ids, ...ISOLATED } };
      return { file: "setpriv", args: [...flags, "--", program, ...args], options: ISOLATED };
    },
  };
}

const installed = new Map<string, boolean>();
/** Checks for a program of util-linux, which most Linux systems have and macOS never has. */
export function hasProgram(name: "setpriv" | "flock"): boolean {
  const known = installed.get(name);
  if (known !== undefined) return known;
  const { stdout } = spawnSync(name, ["--version"], { encoding: "utf8" });
  const found = /util-linux/.test(stdout ?? "");
  installed.set(name, found);
  return found;
}

function findPostgresUser(): Ids {
  const names = process.platform === "darwin" ? ["postgres", "_postgres"] : ["postgres"];
  const found = names.map(findIds).find((ids) => ids !== undefined);
  if (found) return found;
  const added = spawnSync(
    "useradd",
    ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "postgres"],
    { encoding: "utf8" },
  );
  const ids = findIds("postgres");
  if (ids) return ids;
  const reason = added.error?.message ?? added.stderr.trim();
  throw new DatabaseSetupError(
    `PostgreSQL does not run as root, and there is no user postgres (${reason}): create one, or start as an ordinary user.`,
  );
}

function findIds(name: string): Ids | undefined {
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined; // no such user
  }
}
