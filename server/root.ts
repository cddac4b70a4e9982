import { existsSync } from "node:fs";
import path from "node:path";

/** The folder of package.json: the same for the sources and the build. */
export const projectRoot = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, "package.json"))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error("no folder above the server contains a package.json");
  return findRoot(parent);
}
