import path from "node:path";
import { findViolations } from "./dependency-rules.ts";
import { readTree } from "./imports.ts";

const root = path.dirname(import.meta.dirname);
const violations = findViolations(readTree(root, ["domain", "server", "web", "tests", "scripts"]));

for (const { files, rule } of violations) console.log(`${files.join(" -> ")}: ${rule}`);
process.exitCode = violations.length === 0 ? 0 : 1;
