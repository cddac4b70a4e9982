import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";

export type SqlFile = { name: string; text: string };

/** The .sql files of a folder by name, with line ends that do not depend on the machine they were fetched to. */
export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => ({
      name,
      text: (await readFile(path.join(folder, name), "utf8")).replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"),
    })),
  );
}

export async function runSqlFile(client: pg.Client, kind: string, file: SqlFile): Promise<void> {
  try {
    await client.query("set local search_path = public, extensions");
    await client.query(file.text);
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError)) throw cause;
    const line = cause.position ? `, line ${lineAt(file.text, Number(cause.position))}` : "";
    throw new Error(`${kind}/${file.name}${line}: ${cause.message}`, { cause });
  }
}

/** PostgreSQL counts characters, not the halves that JavaScript counts. */
function lineAt(text: string, position: number): number {
  return [...text].slice(0, position - 1).filter((character) => character === "\n").length + 1;
}
