import "./set-up/node-version.mjs";
import { setUp } from "./set-up/set-up.mjs";

await setUp({ build: true, tools: false });
