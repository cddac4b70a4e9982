import "./set-up/node-version.mjs";
import { fileURLToPath } from "node:url";
import { run } from "./set-up/run.mjs";
import { setUp } from "./set-up/set-up.mjs";
import { loadSettings } from "./set-up/settings.mjs";

await setUp({ build: false, tools: true });
loadSettings();

const tsx = fileURLToPath(import.meta.resolve("tsx/cli"));
// The rules and migrations are read, not imported, so they are named here.
const watch = ["watch", "--clear-screen=false", "--include=database/**/*.sql"];
const { exitCode } = await run(process.execPath, [tsx, ...watch, "server/main.ts", ...process.argv.slice(2)]);
process.exitCode = exitCode;
