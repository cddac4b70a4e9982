import "./set-up/node-version.mjs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./set-up/run.mjs";
import { setUp } from "./set-up/set-up.mjs";
import { loadSettings } from "./set-up/settings.mjs";

await setUp({ build: false, tools: true });
loadSettings();

// Vite serves the pages on the usual port and forwards the calls they make to the server on the next port.
const port = Number(process.env.PORT || 3000);
const backendPort = port + 1;
const env = {
  ...process.env,
  PORT: String(backendPort),
  SITE_URL: process.env.SITE_URL || `http://localhost:${port}`,
  MAARGA_BACKEND_PORT: String(backendPort),
};
const tsx = fileURLToPath(import.meta.resolve("tsx/cli"));
const reactRouter = path.join("node_modules", "@react-router", "dev", "bin.js");
// SQL files are read, not imported, so tsx must be told to watch them.
const watch = ["watch", "--clear-screen=false", "--include=database/**/*.sql"];

/** @type {number[]} */
const pids = [];
/** @param {string[]} args */
const start = (args) => run(process.execPath, args, { env, onStart: (pid) => pids.push(pid) });
const processes = [
  start([tsx, ...watch, "server/main.ts", ...process.argv.slice(2)]),
  start([reactRouter, "dev", "--port", String(port), "--strictPort"]),
];
const { exitCode, stoppedBy } = await Promise.race(processes);
// A signal has already reached both processes; a second one would interrupt the shutdown of the server.
if (!stoppedBy) for (const pid of pids) terminate(pid);
await Promise.all(processes);
process.exitCode = exitCode;

/** @param {number} pid */
function terminate(pid) {
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
