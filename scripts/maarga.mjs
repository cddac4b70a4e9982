import "./set-up/node-version.mjs";
import { setUp } from "./set-up/set-up.mjs";

await setUp({ build: true, tools: false });
process.setSourceMapsEnabled(true);
await import(new URL("../build/server/maarga.js", import.meta.url).href);
