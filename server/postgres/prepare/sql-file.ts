import type { EventEmitter } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { DatabaseSetupError } from "../setup-error.ts";
import { statementLines } from "./sql-statements.ts";

/** `place` is where a person finds the file, from the project's root. */
export type SqlFile = { name: string; place: string; text: string };

/** The .sql files of a folder by name, with line ends that do not depend on the machine they were fetched to. */
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

/** Runs a whole file inside the transaction that is open. What fails is said with the file and the line. */
export async function runSqlFile(client: pg.Client, file: SqlFile): Promise<void> {
  await client.query("set local search_path = public, extensions");
  const finished = countFinished(client);
  try {
    await client.query(file.text);
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError)) throw cause;
    const line = cause.position
      ? lineAt(file.text, Number(cause.position))
      : statementLines(file.text)[finished.count()];
    throw new DatabaseSetupError(`${file.place}, line ${line ?? "unknown"}: ${cause.message}`, { cause });
  } finally {
    finished.stop();
  }
}

/** How many statements of a file went through is known to the driver's connection alone. */
function countFinished(client: pg.Client): { count(): number; stop(): void } {
  const { connection } = client as unknown as { connection: EventEmitter };
  let count = 0;
  const onFinished = () => {
    count++;
  };
  connection.on("commandComplete", onFinished);
  return { count: () => count, stop: () => connection.off("commandComplete", onFinished) };
}

/** PostgreSQL counts characters, where JavaScript counts some of them twice. */
function lineAt(text: string, position: number): number {
  return [...text].slice(0, position - 1).filter((character) => character === "\n").length + 1;
}
