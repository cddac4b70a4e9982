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

/**
 * Installs Chromium and a font like Arial if they are not found. Throws a SetUpError that says what to do if there is no
 * Chromium then.
 */
export async function requireChromium() {
  const chromium = (await findChromium()) ?? (await installChromium());
  await installFont();
  return chromium;
}

async function installChromium() {
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
  if (!canInstall()) return undefined;
  await run("apt-get", ["update"], aptOptions);
  for (const name of [headlessName, "chromium"]) if (await installPackage(name)) break;
  return findChromium();
}

/**
 * Until our own fonts arrive, pages show Roboto or Arial in the same size (web/tokens.css). Without such a font, texts move
 * when the fonts arrive, and the tests that nothing moves fail.
 */
async function installFont() {
  if (process.platform !== "linux" || hasFont()) return;
  if (canInstall()) {
    say("Installing a font for the browser tests …");
    await run("apt-get", ["update"], aptOptions);
    for (const name of ["fontconfig", "fonts-liberation"]) await installPackage(name);
  }
  if (!hasFont())
    say(
      "No font like Arial was found: tests about layout can fail. Debian: apt-get install fonts-liberation",
    );
}

function hasFont() {
  const { stdout } = spawnSync("fc-match", ["--format=%{family}", "Arial"], { encoding: "utf8" });
  return /Arial|Arimo|Liberation Sans/.test(stdout ?? "");
}

function canInstall() {
  return process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;
}

const aptOptions = { capture: true, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };

/** @param {string} name */
async function installPackage(name) {
  const ended = await run("apt-get", ["install", "-y", "--no-install-recommends", name], aptOptions);
  if (ended.exitCode !== 0) say(tailOf(ended.output));
  return ended.exitCode === 0;
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
