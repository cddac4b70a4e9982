import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { projectRoot } from "../root.ts";

const decompress = promisify(brotliDecompress);

const FOLDER = path.join(projectRoot, "database/cutoffs");

/** The cells of a row by heading. */
export type DataRow = Readonly<Record<string, string>>;

export interface DataFile {
  readonly name: string;
  /** The hash of the file as it is stored. */
  readonly sha256: string;
  contents(): Promise<Buffer>;
  rows(): Promise<DataRow[]>;
}

/** Reads a file of database/cutoffs/, by its name without endings; most of them are packed. */
export async function readDataFile(name: string): Promise<DataFile> {
  const file = path.join(FOLDER, `${name}.csv`);
  const isPacked = !existsSync(file);
  const bytes = await readFile(isPacked ? `${file}.br` : file);
  const contents = async () => (isPacked ? decompress(bytes) : bytes);
  return {
    name,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    contents,
    rows: async () => readRows((await contents()).toString()),
  };
}

function readRows(text: string): DataRow[] {
  const [first = "", ...lines] = text.trimEnd().split("\n");
  const headings = first.split(",");
  return lines.map((line) => {
    const cells = splitLine(line);
    const row: Record<string, string> = {};
    for (let at = 0; at < headings.length; at++) row[headings[at] as string] = cells[at] ?? "";
    return row;
  });
}

/** No cell of these files has a line break. */
function splitLine(line: string): string[] {
  if (!line.includes('"')) return line.split(",");
  return Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain = ""]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );
}
