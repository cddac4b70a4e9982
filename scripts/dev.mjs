import "./set-up/node-version.mjs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./set-up/run.mjs";
import { setUp } from "./set-up/set-up.mjs";
import { loadSettings } from "./set-up/settings.mjs";

await setUp({ build: false, tools: true });
loadSettings();

// The pages come from Vite at the address that people use; what they call, it hands on to the server behind it.
const port = Number(process.env.PORT || 3000);
const backendPort = port + 1;
const env = {
  ...process.env,
  PORT: String(backendPort),
  SITE_URL: process.env.SITE_URL || `http://localhost:${port}`,
  MAARGA_BACKEND_PORT: String(backendPort),
};
const tsx = fileURLToPath(import.meta.resolve("tsx/cli"));
const pages = path.join("node_modules", "@react-router", "dev", "bin.js");
// The rules and migrations are read, not imported, so they are named here.
const watch = ["watch", "--clear-screen=false", "--include=database/**/*.sql"];

/** @type {number[]} */
const started = [];
/** @param {string[]} args */
const start = (args) => run(process.execPath, args, { env, started: (pid) => started.push(pid) });
const both = [
  start([tsx, ...watch, "server/main.ts", ...process.argv.slice(2)]),
  start([pages, "dev", "--port", String(port), "--strictPort"]),
];
const { exitCode, stoppedBy } = await Promise.race(both);
// A signal has reached both already, and a second one would cut the server's own stop short.
if (!stoppedBy) for (const pid of started) endIfThere(pid);
await Promise.all(both);
process.exitCode = exitCode;

/** @param {number} pid */
function endIfThere(pid) {
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
