import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "./project.mjs";

/**
 * What `.env` names and the environment does not. Done here and not in the server, so that the servers which tests
 * and benchmarks start know nothing of a developer's own settings.
 */
export function loadSettings() {
  const file = path.join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}
