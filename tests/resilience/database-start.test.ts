import { expect, test } from "vitest";
import { prepareDatabase } from "../../server/postgres/prepare.ts";
import { createDatabase, createEmptyDatabase, queryAt } from "../cluster.ts";

test("a copied database has logins of its own", async () => {
  const database = await createDatabase();
  try {
    const logins = await prepareDatabase(database.url);
    const names = await Promise.all(
      Object.values(logins).map(async (url) => (await queryAt(url, "select current_user as name"))[0]?.name),
    );
    expect(names).toEqual([expect.stringContaining("test_"), expect.stringContaining("test_")]);
  } finally {
    await database.drop();
  }
});

test("five servers can start on an empty database at once", async () => {
  const database = await createEmptyDatabase();
  try {
    const logins = await Promise.all(Array.from({ length: 5 }, () => prepareDatabase(database.url)));
    expect(new Set(logins.map(({ apiUrl }) => apiUrl)).size).toBe(1);
  } finally {
    await database.drop();
  }
});
