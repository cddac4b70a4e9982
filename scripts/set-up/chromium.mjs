import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { SetUpError, say } from "./project.mjs";
import { run } from "./run.mjs";

/** The headless shell draws no window, so the tests take a quarter less time. */
const headlessName = "chromium-headless-shell";
const systemNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const tailLines = 5;

/**
 * Returns the path of the Chromium for the browser tests: the one that MAARGA_CHROMIUM names, else the
 * system's headless shell, else Playwright's own Chromium, else the system's; undefined if none of these is installed and runs.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  if (process.env.MAARGA_CHROMIUM) return process.env.MAARGA_CHROMIUM;
  // A dynamic import, because this file is loaded before the packages are installed.
  const { chromium } = await import("@playwright/test");
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  /** @param {string[]} names */
  const inPath = (...names) => names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const candidates = [...inPath(headlessName), chromium.executablePath(), ...inPath(...systemNames)];
  return candidates.find((file) => file && existsSync(file) && runs(file));
}

/** Installs Chromium if none is found. Throws a SetUpError that says what to do if that fails. */
export async function requireChromium() {
  const found = await findChromium();
  if (found) return found;
  say("Installing a Chromium for the browser tests …");
  const playwright = path.join("node_modules", "@playwright", "test", "cli.js");
  const own = await run(process.execPath, [playwright, "install", "chromium"], { capture: true });
  const installed = (await findChromium()) ?? (await installFromSystem());
  if (installed) return installed;
  throw new SetUpError(
    `${tailOf(own.output)}\n\nNo Chromium for the browser tests: Playwright's own could not be installed or does not run (its ` +
      "output is above), and no chromium or google-chrome is in the PATH. Install one (Debian: apt-get install " +
      "chromium), or set MAARGA_CHROMIUM to the path of one.",
  );
}

async function installFromSystem() {
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return undefined;
  const options = { capture: true, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  await run("apt-get", ["update"], options);
  for (const name of [headlessName, "chromium"]) {
    const ended = await run("apt-get", ["install", "-y", "--no-install-recommends", name], options);
    if (ended.exitCode === 0) break;
    say(tailOf(ended.output));
  }
  return findChromium();
}

/** A Chromium without its system libraries is installed but does not run.
 * @param {string} file */
function runs(file) {
  return spawnSync(file, ["--version"], { stdio: "ignore" }).status === 0;
}

/** @param {string} output */
function tailOf(output) {
  return output.trimEnd().split("\n").slice(-tailLines).join("\n");
}
