import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "./project.mjs";

/**
 * Loads the settings of `.env` that the environment does not have. The server itself does not, so that tests and
 * benchmarks never use a developer's own settings.
 */
export function loadSettings() {
  const file = path.join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}
