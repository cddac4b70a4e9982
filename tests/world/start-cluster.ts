import { rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../../server/postgres/embedded/start-embedded.ts";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { makeFolderInMemory } from "./memory-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    clusterUrl: string;
  }
}

/** Starts one PostgreSQL for the whole run. Its database is prepared once, and copied for each test file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeFolderInMemory("maarga-tests-");
  const data = path.join(folder, "postgres");
  const postgres = await startEmbedded({ folder: data, password: "for-tests-only", durable: false });
  const end = async () => {
    await postgres.stop();
    await rm(folder, { recursive: true });
  };
  try {
    await prepareDatabase(postgres.ownerUrl);
    project.provide("clusterUrl", await makeTemplate(postgres.ownerUrl));
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

/** Refuses all connections to the database, because it can only be copied while there are none. */
async function makeTemplate(url: string): Promise<string> {
  const clusterUrl = new URL(url);
  clusterUrl.pathname = "/postgres";
  const client = new pg.Client({ connectionString: clusterUrl.href });
  await client.connect();
  await client.query("alter database maarga is_template true allow_connections false");
  await client.end();
  return clusterUrl.href;
}
