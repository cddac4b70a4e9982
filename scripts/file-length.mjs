import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./set-up/project.mjs";

const MAX_LINES = 300;
const FOLDERS = ["bench", "database", "domain", "scripts", "server", "tests", "web"];
const SOURCE_NAME = /\.(ts|tsx|mjs|sql|css)$/;

/** Reports source files with too many lines. */
export function longFiles(folders = FOLDERS, base = root) {
  return (
    folders
      .flatMap((folder) =>
        readdirSync(path.join(base, folder), { recursive: true, encoding: "utf8" }).map((file) =>
          path.join(folder, file),
        ),
      )
      // bench/ has packages of its own.
      .filter((file) => SOURCE_NAME.test(file) && !file.includes("node_modules"))
      .map((file) => ({
        file,
        lines: readFileSync(path.join(base, file), "utf8").trimEnd().split("\n").length,
      }))
      .filter(({ lines }) => lines > MAX_LINES)
      .map(({ file, lines }) => `${file} has ${lines} lines; the limit is ${MAX_LINES}`)
  );
}
