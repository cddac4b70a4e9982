import path from "node:path";
import { readTree } from "./imports.ts";
import { breachesIn } from "./laws.ts";

const root = path.dirname(import.meta.dirname);
const breaches = breachesIn(readTree(root, ["domain", "server", "web", "tests", "scripts"]));

for (const { files, law } of breaches) console.log(`${files.join(" -> ")}: ${law}`);
process.exitCode = breaches.length === 0 ? 0 : 1;
