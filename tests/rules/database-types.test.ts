import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { databaseTypes } from "../../scripts/web/database-types.ts";
import { createDatabase } from "../world/cluster.ts";

const folder = path.resolve(import.meta.dirname, "../../web/backend");

test("the app's types match the tables, views and functions of the database", async () => {
  const database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    for (const [name, generated] of Object.entries(await databaseTypes(client))) {
      const committed = await readFile(path.join(folder, name), "utf8");
      expect(withoutLayout(committed), "run `npm run types` to regenerate them").toBe(
        withoutLayout(generated),
      );
    }
  } finally {
    await client.end();
    await database.drop();
  }
});

/** Removes what the formatter changes: whitespace, the last semicolon of a line, and the bar before a long union. */
function withoutLayout(source: string): string {
  return source.replace(/\s+/g, "").replaceAll(";}", "}").replaceAll(":|", ":");
}
