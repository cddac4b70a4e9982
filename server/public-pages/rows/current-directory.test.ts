import { expect, test } from "vitest";
import { CurrentDirectory } from "./current-directory.ts";

/** Answers as a database whose version the test sets; -1: it cannot be reached. */
function database() {
  const state = { version: 1, queries: [] as string[] };
  const query = async (text: string) => {
    state.queries.push(text.includes("json_build_object") ? "directory" : "version");
    if (state.version < 0) throw new Error("no database");
    const { version } = state;
    return { rows: [{ version: String(version), directory: { version } }], rowCount: 1 };
  };
  return { state, query: query as never };
}

test("the directory is read again only when the version has changed, by one caller for all", async () => {
  const { state, query } = database();
  const current = new CurrentDirectory(query, () => undefined, 0);
  await Promise.all([current.find(), current.find()]);
  await current.find();
  state.version = 2;
  expect((await current.find()).version).toBe(2);
  expect(state.queries).toEqual(["directory", "version", "version", "directory"]);
});

test("between two checks, nothing is asked", async () => {
  const { state, query } = database();
  const current = new CurrentDirectory(query, () => undefined, 60_000);
  await current.find();
  state.version = 2;
  expect((await current.find()).version).toBe(1);
  expect(state.queries).toHaveLength(1);
});

test("while the database cannot be reached, the directory before stays in use; without one, the failure is passed on", async () => {
  const { state, query } = database();
  const reports: unknown[] = [];
  const current = new CurrentDirectory(query, (error) => reports.push(error), 0);
  state.version = -1;
  await expect(current.find()).rejects.toThrow("no database");
  state.version = 1;
  await current.find();
  state.version = -1;
  expect((await current.find()).version).toBe(1);
  expect(reports).toHaveLength(1);
});
