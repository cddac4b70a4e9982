import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSetupError } from "../setup-error.ts";

/** Who PostgreSQL runs as (it refuses to be root), and how a program is started as that user. */
export type Account = {
  uid: number | undefined;
  gid: number | undefined;
  command(program: string, args: string[], options?: { diesWithUs?: boolean }): Command;
};
export type Command = {
  file: string;
  args: string[];
  options: { uid?: number; gid?: number; env: NodeJS.ProcessEnv; cwd: string };
};
type Ids = { uid: number; gid: number };

// None of this process's own environment: it holds secrets, and PG… variables that mean something else. And no
// folder of its own either: the account may not be allowed to stand in ours.
const SURROUNDINGS = { env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" }, cwd: "/" };

/** The account for a data folder: root hands it to whoever owns it already, or to user postgres. */
export function chooseAccount(dataFolder: string, initdb: string): Account {
  const us = process.getuid?.();
  const owner = existsSync(dataFolder) ? statSync(dataFolder) : undefined;
  if (us !== 0) {
    if (owner && owner.uid !== us)
      throw new DatabaseSetupError(
        `${dataFolder} belongs to another user (id ${owner.uid}): start as that user or as root, or name another MAARGA_DATA.`,
      );
    return account(undefined, []);
  }
  const ids = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : findPostgresUser();
  return reachingAccount(ids, path.dirname(dataFolder), initdb);
}

/**
 * The account may not be allowed to pass through a folder above the data or the programs (/root, for one). It is
 * then given the one capability of passing through and reading or, where a container has dropped that, the next.
 */
function reachingAccount(ids: Ids, folder: string, initdb: string): Account {
  const failures: string[] = [];
  for (const capability of process.platform === "linux" ? ["", "dac_read_search", "dac_override"] : [""]) {
    // access(2), with which PostgreSQL looks for its own files, takes no notice of capabilities without the last.
    const wishes = [
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
      "--securebits=+no_setuid_fixup",
    ];
    const candidate = account(ids, capability ? wishes : []);
    // initdb finds its way to all that it needs, and makes nothing.
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

function account(ids: Ids | undefined, capabilities: string[]): Account {
  return {
    uid: ids?.uid,
    gid: ids?.gid,
    command(program, args, { diesWithUs = false } = {}) {
      const become = ids
        ? [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, "--clear-groups", ...capabilities]
        : [];
      // The kernel then asks the program for a fast shutdown when this process ends, kill -9 included.
      const wishes = [...become, ...(diesWithUs ? ["--pdeathsig", "INT"] : [])];
      if (wishes.length === 0) return { file: program, args, options: SURROUNDINGS };
      if (!hasProgram("setpriv")) return { file: program, args, options: { ...ids, ...SURROUNDINGS } };
      return { file: "setpriv", args: [...wishes, "--", program, ...args], options: SURROUNDINGS };
    },
  };
}

const present = new Map<string, boolean>();
/** Programs of util-linux: on every usual Linux, never on macOS. */
export function hasProgram(name: "setpriv" | "flock"): boolean {
  const known = present.get(name);
  if (known !== undefined) return known;
  const { stdout } = spawnSync(name, ["--version"], { encoding: "utf8" });
  const found = /util-linux/.test(stdout ?? "");
  present.set(name, found);
  return found;
}

function findPostgresUser(): Ids {
  const names = process.platform === "darwin" ? ["postgres", "_postgres"] : ["postgres"];
  const found = names.map(idsOf).find((ids) => ids !== undefined);
  if (found) return found;
  const made = spawnSync(
    "useradd",
    ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "postgres"],
    { encoding: "utf8" },
  );
  const ids = idsOf("postgres");
  if (ids) return ids;
  const reason = made.error?.message ?? made.stderr.trim();
  throw new DatabaseSetupError(
    `PostgreSQL does not run as root, and there is no user postgres (${reason}): make one, or start as an ordinary user.`,
  );
}

function idsOf(name: string): Ids | undefined {
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined; // no such user
  }
}
