import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { SetUpError, say } from "./project.mjs";
import { run } from "./run.mjs";

/** Debian installs it in a folder that is not in every PATH. */
const otherFolders = ["/usr/sbin", "/usr/local/sbin"];

/** Returns the path of clamd, the daemon of ClamAV, for the tests of the malware scan; undefined if there is none. */
export function findClamd() {
  if (process.env.MAARGA_CLAMD) return process.env.MAARGA_CLAMD;
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), ...otherFolders];
  return folders.map((folder) => path.join(folder, "clamd")).find((file) => existsSync(file));
}

/** Installs clamd if none is found. Throws a SetUpError that says what to do if that fails. */
export async function requireClamd() {
  const found = findClamd();
  if (found) return found;
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    say("Installing ClamAV for the tests of the malware scan …");
    const options = { capture: true, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    await run("apt-get", ["update"], options);
    const ended = await run(
      "apt-get",
      ["install", "-y", "--no-install-recommends", "clamav-daemon"],
      options,
    );
    if (ended.exitCode !== 0) say(ended.output.trimEnd().split("\n").slice(-5).join("\n"));
  }
  const installed = findClamd();
  if (installed) return installed;
  throw new SetUpError(
    "No clamd for the tests of the malware scan. Install one (Debian: apt-get install clamav-daemon; macOS: brew install " +
      "clamav), or set MAARGA_CLAMD to the path of one. No virus database is needed.",
  );
}
