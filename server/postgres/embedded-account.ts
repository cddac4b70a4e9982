import { execFileSync, spawnSync } from "node:child_process";
import path from "node:path";

/** PostgreSQL refuses to run as root. This is who it runs as, and how a command is started as that user. */
export type Account = {
  uid: number | undefined;
  gid: number | undefined;
  /** `diesWithUs`: the kernel asks it to shut down when this process ends, however that happens (Linux). */
  command(program: string, args: string[], options?: { diesWithUs?: boolean }): Command;
};
export type Command = {
  file: string;
  args: string[];
  options: { uid?: number; gid?: number; env: NodeJS.ProcessEnv };
};

// None of this process's own environment: it holds secrets, and PG… variables that mean something else.
const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };

export function ordinaryAccount(): Account {
  return account(undefined, []);
}

/**
 * For root. User postgres may not be allowed to pass through a folder above the data or the programs (/root,
 * for one); it is then given the one capability of passing through and reading, or, where the container has
 * dropped that, the next wider one.
 */
export function postgresAccount(dataFolder: string, programs: string[]): Account {
  const ids = findPostgresUser();
  const failures: string[] = [];
  for (const capability of ["", "dac_read_search", "dac_override"]) {
    const candidate = account(
      ids,
      capability ? [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`] : [],
    );
    const probe = candidate.command("/bin/sh", [
      "-c",
      'cd -- "$1" && shift && for each; do "$each" --version || exit 1; done',
      "sh",
      dataFolder,
      ...programs,
    ]);
    const result = spawnSync(probe.file, probe.args, { ...probe.options, cwd: "/", encoding: "utf8" });
    if (result.status === 0) return candidate;
    failures.push((result.error?.message ?? result.stderr).trim());
    if (process.platform !== "linux") break;
  }
  throw new Error(
    `User postgres can reach ${dataFolder} or ${path.dirname(programs[0] ?? "")} in no way (${failures[0]}): ` +
      "start as an ordinary user, or move both out of folders that only root may enter (MAARGA_DATA names the first).",
  );
}

function account(ids: { uid: number; gid: number } | undefined, capabilities: string[]): Account {
  return {
    uid: ids?.uid,
    gid: ids?.gid,
    command(program, args, { diesWithUs = false } = {}) {
      if (process.platform !== "linux" || !hasSetpriv())
        return { file: program, args, options: { ...ids, env } };
      const become = ids
        ? [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, "--clear-groups", ...capabilities]
        : [];
      const deathSignal = diesWithUs ? ["--pdeathsig", "INT"] : [];
      if (become.length + deathSignal.length === 0) return { file: program, args, options: { env } };
      return { file: "setpriv", args: [...become, ...deathSignal, "--", program, ...args], options: { env } };
    },
  };
}

let setpriv: boolean | undefined;
function hasSetpriv(): boolean {
  setpriv ??= spawnSync("setpriv", ["--version"]).status === 0;
  return setpriv;
}

function findPostgresUser(): { uid: number; gid: number } {
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
  throw new Error(
    `PostgreSQL does not run as root, and there is no user postgres (${reason}): make one, or start as an ordinary user.`,
  );
}

function idsOf(name: string): { uid: number; gid: number } | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined; // no such user
  }
}
