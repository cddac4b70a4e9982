import "./set-up/node-version.mjs";
import { setUp } from "./set-up/set-up.mjs";
import { loadSettings } from "./set-up/settings.mjs";

await setUp({ build: true, tools: false });
loadSettings();

// In this process, so that signals, exit code and arguments are the server's own.
process.setSourceMapsEnabled(true);
await import(new URL("../build/server/main.js", import.meta.url).href);
