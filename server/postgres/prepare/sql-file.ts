import type { EventEmitter } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { DatabaseSetupError } from "../setup-error.ts";
import { statementLines } from "./sql-statements.ts";

/** `place` is the path from the project's root, for messages. */
export type SqlFile = { name: string; place: string; text: string };

/** Reads the .sql files of a folder, sorted by name, with normalized line endings. */
export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), "utf8");
      return {
        name,
        place: `database/${path.basename(folder)}/${name}`,
        text: text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"),
      };
    }),
  );
}

/** Runs a file inside the open transaction. An error names the file and the line. */
export async function runSqlFile(client: pg.Client, file: SqlFile): Promise<void> {
  await client.query("set local search_path = public, extensions");
  const completed = countCompleted(client);
  try {
    await client.query(file.text);
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError)) throw cause;
    const line = cause.position
      ? lineAt(file.text, Number(cause.position))
      : statementLines(file.text)[completed.count()];
    throw new DatabaseSetupError(`${file.place}, line ${line ?? "unknown"}: ${cause.message}`, { cause });
  } finally {
    completed.stop();
  }
}

/** Only the connection of the driver knows how many statements of a file have completed. */
function countCompleted(client: pg.Client): { count(): number; stop(): void } {
  const { connection } = client as unknown as { connection: EventEmitter };
  let count = 0;
  const onCompleted = () => {
    count++;
  };
  connection.on("commandComplete", onCompleted);
  return { count: () => count, stop: () => connection.off("commandComplete", onCompleted) };
}

/** PostgreSQL counts code points, and JavaScript UTF-16 units. */
function lineAt(text: string, position: number): number {
  return [...text].slice(0, position - 1).filter((character) => character === "\n").length + 1;
}
