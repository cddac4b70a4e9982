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

interface Cluster {
  readonly url: string;
  stop(): Promise<void>;
}

const PASSWORD = "for-tests-only";

/** Each project runs the setup, with modules of its own, in the one process of the run. */
const shared = globalThis as { maargaTestCluster?: { started: Promise<Cluster>; users: number } };

/** Shares one PostgreSQL between the projects of the run. Its database is prepared once, and copied for each test file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.maargaTestCluster ??= { started: start(), users: 0 };
  const cluster = shared.maargaTestCluster;
  cluster.users += 1;
  const { url, stop } = await cluster.started;
  project.provide("clusterUrl", url);
  return async () => {
    cluster.users -= 1;
    if (cluster.users === 0) await stop();
  };
}

async function start(): Promise<Cluster> {
  const folder = await makeFolderInMemory("maarga-tests-");
  const data = path.join(folder, "postgres");
  const postgres = await startEmbedded({ folder: data, password: PASSWORD, durable: false });
  const stop = async () => {
    await postgres.stop();
    await rm(folder, { recursive: true });
  };
  try {
    await prepareDatabase(postgres.ownerUrl);
    return { url: await makeTemplate(postgres.ownerUrl), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Refuses all connections to the database, because it can only be copied while there are none. */
async function makeTemplate(url: string): Promise<string> {
  const clusterUrl = new URL(url);
  clusterUrl.pathname = "/postgres";
  const client = new pg.Client({ connectionString: clusterUrl.href });
  await client.connect();
  await client.query("alter database maarga is_template true allow_connections false");
  // The usual 4,096 iterations are two fifths of what a connection costs its client.
  await client.query(`set scram_iterations = 1; alter role current_user password '${PASSWORD}'`);
  await client.end();
  return clusterUrl.href;
}
