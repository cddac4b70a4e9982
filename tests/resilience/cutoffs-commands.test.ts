import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../world/cluster.ts";
import { createDatabaseWithAllCutoffs } from "../world/cutoffs.ts";
import { maarga } from "../world/operator.ts";
import { csvFile } from "../world/statement-files.ts";

let folder: string;
let original: TestDatabase;
let restored: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "maarga-cutoffs-"));
  original = await createDatabaseWithAllCutoffs();
  restored = await createEmptyDatabase();
});
afterAll(async () => {
  await Promise.all([original.drop(), restored.drop(), rm(folder, { recursive: true, force: true })]);
});

const run = (database: TestDatabase, ...args: string[]) =>
  maarga({ MAARGA_DATA: path.join(folder, database.name), DATABASE_URL: database.url }, args);

test("a backup has all closing ranks, and a restored instance answers as before", async () => {
  const file = path.join(folder, "backup.tar.gz");
  expect(await run(original, "backup", file)).toMatchObject({ exitCode: 0 });
  expect(await run(restored, "restore", file)).toMatchObject({ exitCode: 0 });
  const facts = (database: TestDatabase) =>
    database.query(
      `select count(*)::integer as ranks, sum(hashtext(closing_ranks::text)::bigint)::text as sum,
         (select json_agg(to_json(found)) from search_seats('UGCET', 25000, '2A', is_rural => true) found)::text as answer
       from closing_ranks`,
    );
  const before = await facts(original);
  expect(before).toMatchObject([{ ranks: 338_981 }]);
  expect(await facts(restored)).toEqual(before);
});

describe("the operator", () => {
  const HEADINGS = ["college_code", "college_name", "course_code", "course_name", "GM"];
  const row = (rank: string) => ["E001", "A College", "CS", "Computer Science", rank];
  async function write(name: string, ...rows: string[][]): Promise<string> {
    const file = path.join(folder, name);
    await writeFile(file, csvFile([HEADINGS, ...rows]));
    return file;
  }
  const importFile = (file: string) => run(restored, "cutoffs", "import", file);
  const numberIn = (text: string) => /cutoffs publish (\d+)/.exec(text)?.[1] ?? "";

  test("imports a list, sees how it differs, publishes it once, and a second edition replaces it", async () => {
    const added = await importFile(await write("UGCET-2026-1-general.csv", row("1000")));
    expect(added).toMatchObject({ exitCode: 0, stderr: "" });
    expect(added.stdout).toContain("UGCET engineering 2026, Round 1, 1 ranks.");
    expect(added.stdout).toContain("Compared with UGCET engineering 2026, Mock allotment:");
    const number = numberIn(added.stdout);
    expect(await run(restored, "cutoffs", "publish", number)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`Published edition ${number}`),
    });
    expect(await run(restored, "cutoffs", "publish", number)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("This edition is published already, or was discarded."),
    });
    const next = await importFile(await write("UGCET-2026-1-general.csv", row("5000")));
    expect(next.stdout).toContain(
      "Compared with UGCET engineering 2026, Round 1: 0 equal, 1 changed (1 by more than three times)",
    );
    expect(await importFile(path.join(folder, "UGCET-2026-1-general.csv"))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("This file is a preview already."),
    });
    await run(restored, "cutoffs", "publish", numberIn(next.stdout));
    expect(
      await restored.query("select state from cutoff_editions where id in ($1, $2) order by id", [
        number,
        numberIn(next.stdout),
      ]),
    ).toEqual([{ state: "replaced" }, { state: "current" }]);
  });

  test("discards a preview", async () => {
    const { stdout } = await importFile(await write("COMEDK-2026-1.csv", row("77")));
    expect(await run(restored, "cutoffs", "discard", numberIn(stdout))).toMatchObject({ exitCode: 0 });
  });

  test("is told why a file or a number is refused, and nothing is stored", async () => {
    const editions = () => restored.query("select count(*)::integer as editions from cutoff_editions");
    const before = await editions();
    const damaged = path.join(folder, "UGCET-2026-2-general.pdf");
    await writeFile(damaged, "%PDF-1.4\n");
    const cases: [string[], string][] = [
      [["import", damaged], "its end is missing"],
      [["import", await write("UGCET-2026-3-general.csv", row("l00"))], 'Line 2: "l00" is no rank.'],
      [
        ["import", await write("list.csv", row("1"))],
        "Please name the file by merit list, year, round and region",
      ],
      [["import", path.join(folder, "none.pdf")], "cannot be read"],
      [["publish", "32000"], "This edition is published already, or was discarded."],
      [["discard", "x"], "x"],
    ];
    for (const [args, reason] of cases) {
      const { exitCode, stderr } = await run(restored, "cutoffs", ...args);
      expect([args, exitCode]).toEqual([args, 1]);
      expect(stderr).toContain(reason);
      expect(stderr).not.toMatch(/\n\s+at /);
    }
    expect(await editions()).toEqual(before);
  });
});
