import path from "node:path";
import type pg from "pg";
import { readConfig } from "../config.ts";
import { OPEN_TO_OTHERS, protectDataFolder } from "../data-folder.ts";
import { type Query, queryOn } from "../postgres/database.ts";
import { startOrJoinEmbedded } from "../postgres/embedded/start-or-join.ts";
import { connectOwner } from "../postgres/prepare/owner-connection.ts";
import { prepareDatabase } from "../postgres/prepare/prepare-database.ts";
import { loadSecrets } from "../secrets.ts";
import type { FileStore } from "../storage/files/file-store.ts";
import { openFileStore } from "../storage/files/open-file-store.ts";
import { findPassphrase } from "./backup-file.ts";

/** The instance of the current settings, accessed as its owner; its server may be running. */
export interface Instance {
  readonly owner: pg.Client;
  readonly query: Query;
  readonly files: FileStore;
  readonly dataFolder: string;
  readonly isEmbedded: boolean;
  /** Encrypts backups. */
  readonly passphrase: string | undefined;
}

export async function withInstance<T>(work: (instance: Instance) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  process.umask(OPEN_TO_OTHERS);
  await protectDataFolder(config.MAARGA_DATA, console.error);
  const secrets = await loadSecrets(config.MAARGA_DATA);
  const embedded = config.DATABASE_URL
    ? undefined
    : await startOrJoinEmbedded({
        folder: path.join(config.MAARGA_DATA, "postgres"),
        password: secrets.databasePassword,
        previousPassword: secrets.previousDatabasePassword,
      });
  try {
    const ownerUrl = config.DATABASE_URL ?? (embedded?.ownerUrl as string);
    await prepareDatabase(ownerUrl);
    const owner = await connectOwner(ownerUrl, { timeoutMs: 0, report: console.error });
    try {
      return await work({
        owner,
        query: queryOn(owner),
        files: await openFileStore(config),
        dataFolder: config.MAARGA_DATA,
        isEmbedded: embedded !== undefined,
        passphrase: findPassphrase(config),
      });
    } finally {
      await owner.end();
    }
  } finally {
    await embedded?.stop();
  }
}
