import "./set-up/node-version.mjs";
import path from "node:path";
import { run } from "./set-up/run.mjs";
import { setUp } from "./set-up/set-up.mjs";

await setUp({ build: false, tools: true });

const tsx = path.join("node_modules", "tsx", "dist", "cli.mjs");
// The rules and migrations are read, not imported, so they are named here.
const watch = ["watch", "--clear-screen=false", "--include=database/**/*.sql"];
const { exitCode } = await run(process.execPath, [tsx, ...watch, "server/main.ts", ...process.argv.slice(2)]);
process.exitCode = exitCode;
