import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../server/postgres/embedded.ts";
import { prepareDatabase } from "../server/postgres/prepare.ts";

declare module "vitest" {
  interface ProvidedContext {
    clusterUrl: string;
  }
}

/** One PostgreSQL for the whole run; its database is prepared once and copied for each test file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "maarga-tests-"));
  const postgres = await startEmbedded({
    folder: path.join(folder, "postgres"),
    password: "for-tests-only",
    durable: false,
  });
  await prepareDatabase(postgres.ownerUrl);
  const { pathname } = new URL(postgres.ownerUrl);
  const clusterUrl = postgres.ownerUrl.replace(pathname, "/postgres");
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query(`alter database ${pathname.slice(1)} is_template true allow_connections false`);
  await client.end();
  project.provide("clusterUrl", clusterUrl);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true });
  };
}
