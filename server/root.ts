import { existsSync } from "node:fs";
import path from "node:path";

/** The folder that holds package.json: the same one for the sources and for what is built from them. */
export const projectRoot = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, "package.json"))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error("package.json is missing above the server's own folder");
  return findRoot(parent);
}
