import { readdirSync } from "node:fs";
import path from "node:path";

const FOLDERS = [
  ".ci",
  ".github",
  "bench",
  "database",
  "docs",
  "domain",
  "scripts",
  "server",
  "tests",
  "web",
];
const IN_FOLDER = new RegExp(
  `^(${FOLDERS.map((folder) => folder.replace(".", "\\.")).join("|")})/[\\w./-]*$`,
);
const SOURCE_PATH = /^[\w./-]+\/[\w.-]+\.(ts|tsx|mjs|sql|md)$/;
const SOURCE_NAME = /^[\w.-]+\.(ts|tsx|mjs|sql)$/;

/** Lists the files of the project and their folders, as paths from its root, without build results. */
export function listPaths(root: string): Set<string> {
  const inRoot = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  const inFolders = FOLDERS.flatMap((folder) => [
    folder,
    ...readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      path.posix.join(folder, file.split(path.sep).join("/")),
    ),
  ]);
  return new Set([...inRoot.map(({ name }) => name), ...inFolders.filter((file) => !isBuilt(file))]);
}

function isBuilt(file: string): boolean {
  return /^bench\/build\/|\/node_modules\//.test(file);
}

/** Finds paths that a document names in backticks or links to and that do not exist. Blocks of code are not read. */
export function findMissingPaths(document: string, text: string, paths: ReadonlySet<string>): string[] {
  const prose = text.replace(/^```.*?^```/gms, "");
  const names = new Set([...paths].map((file) => path.posix.basename(file)));
  const exists = (file: string) => paths.has(path.posix.normalize(file).replace(/\/$/, ""));
  const quoted = [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => code.split(/\s+/));
  const linked = [...prose.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = ""]) => target);
  return [
    ...quoted.filter((word) => (IN_FOLDER.test(word) || SOURCE_PATH.test(word)) && !exists(word)),
    ...quoted.filter((word) => SOURCE_NAME.test(word) && !names.has(word)),
    ...linked.filter(
      (target) => !/^\w+:/.test(target) && !exists(path.posix.join(path.posix.dirname(document), target)),
    ),
  ];
}
