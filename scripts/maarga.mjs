import "./set-up/node-version.mjs";
import { setUp } from "./set-up/set-up.mjs";
import { loadSettings } from "./set-up/settings.mjs";

await setUp({ build: true, tools: false });
loadSettings();
process.setSourceMapsEnabled(true);
await import(new URL("../build/server/maarga.js", import.meta.url).href);
