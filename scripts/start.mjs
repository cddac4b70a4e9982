import "./set-up/node-version.mjs";
import { setUp } from "./set-up/set-up.mjs";
import { loadSettings } from "./set-up/settings.mjs";

await setUp({ build: true, tools: false });
loadSettings();

// The server runs in this process, so that it gets the signals and arguments, and its exit code is the command's.
process.setSourceMapsEnabled(true);
await import(new URL("../build/server/main.js", import.meta.url).href);
