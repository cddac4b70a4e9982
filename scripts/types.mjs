import "./set-up/node-version.mjs";
import { run } from "./set-up/run.mjs";
import { setUp } from "./set-up/set-up.mjs";

await setUp({ build: false, tools: true });

const { exitCode } = await run(process.execPath, ["--import", "tsx", "scripts/web/write-database-types.ts"]);
process.exitCode = exitCode;
