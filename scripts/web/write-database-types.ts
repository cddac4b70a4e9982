import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbedded } from "../../server/postgres/embedded/start-embedded.ts";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { databaseTypes } from "./database-types.ts";

const folder = mkdtempSync(path.join(tmpdir(), "maarga-types-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const data = path.join(folder, "postgres");
const postgres = await startEmbedded({ folder: data, password: "for-types-only", durable: false });
try {
  await prepareDatabase(postgres.ownerUrl);
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  try {
    writeFormatted(await databaseTypes(client));
  } finally {
    await client.end();
  }
} finally {
  await postgres.stop();
}

function writeFormatted(texts: Record<string, string>): void {
  const files = Object.entries(texts).map(([name, text]) => {
    const file = path.join("web/backend", name);
    writeFileSync(file, text);
    return file;
  });
  execFileSync("node_modules/.bin/biome", ["format", "--write", ...files], { stdio: "inherit" });
}
