import path from "node:path";
import { readTree } from "./imports.ts";
import { findClassClashes } from "./web/class-clashes.ts";
import { loadDeclarations } from "./web/class-declarations.ts";

const root = path.dirname(import.meta.dirname);
const clashes = findClassClashes(
  readTree(root, ["web"]),
  await loadDeclarations(path.join(root, "web", "app.css")),
);

for (const clash of clashes) console.log(clash);
process.exitCode = clashes.length === 0 ? 0 : 1;
