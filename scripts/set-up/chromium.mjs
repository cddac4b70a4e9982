import { existsSync } from "node:fs";
import path from "node:path";

const systemNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * The Chromium that the browser tests drive: Playwright's own where it is installed, else the system's.
 * @returns {Promise<string | undefined>} its path
 */
export async function findChromium() {
  // Not at the top: this is also asked before the packages are there.
  const { chromium } = await import("@playwright/test");
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  return (process.env.PATH ?? "")
    .split(path.delimiter)
    .flatMap((folder) => systemNames.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
}
