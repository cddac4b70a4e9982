import type { FastifyBaseLogger } from "fastify";
import type { Query, ServiceDatabase } from "../postgres/database.ts";
import type { FileStore } from "./files/file-store.ts";
import { PendingFiles } from "./files/pending-files.ts";
import { receiveFile } from "./files/receive-file.ts";
import { metadataOf } from "./objects.ts";

const LOG_BUCKET = "logs";

export interface LogFile {
  /** Within the bucket `logs`. */
  readonly name: string;
  readonly content: unknown;
  readonly cacheSeconds: number;
}

/** Writes JSON files into the bucket `logs`, in one transaction with `alongside`. */
export type WriteLogs = (
  logs: readonly LogFile[],
  alongside: (query: Query) => Promise<unknown>,
) => Promise<void>;

export interface WriteLogsDependencies {
  readonly database: ServiceDatabase;
  readonly files: FileStore;
  readonly log: FastifyBaseLogger;
}

/** Uses a `PendingFiles` of its own, because a worker runs no storage service. */
export function createWriteLogs({ database, files, log }: WriteLogsDependencies): WriteLogs {
  return async (logs, alongside) => {
    const pendingFiles = new PendingFiles(database, files, log);
    try {
      await pendingFiles.start();
      const write = async ([next, ...rest]: readonly LogFile[], rows: readonly Insert[]): Promise<void> => {
        if (next) {
          await pendingFiles.receive(async (version) => {
            await write(rest, [...rows, await receive(files, version, next)]);
          });
          return;
        }
        await database.transaction(async (query) => {
          for (const insert of rows) await insert(query);
          await alongside(query);
        });
      };
      await write(logs, []);
    } finally {
      await pendingFiles.stop();
    }
  };
}

type Insert = (query: Query) => Promise<unknown>;

/** Stores the bytes durably and returns the function that inserts their row. */
async function receive(
  files: FileStore,
  version: string,
  { name, content, cacheSeconds }: LogFile,
): Promise<Insert> {
  const headers = { type: "application/json", cacheControl: `max-age=${cacheSeconds}` };
  const file = await files.receive(version);
  try {
    const digest = await receiveFile(
      oneChunk(JSON.stringify(content)),
      file.handle,
      Number.POSITIVE_INFINITY,
    );
    await file.commit(digest);
    return (query) =>
      query(
        `insert into storage.objects (bucket_id, name, version, metadata)
         values ($1, $2, private.claim_upload($3), $4)`,
        [LOG_BUCKET, name, version, JSON.stringify(metadataOf(version, headers, digest))],
      );
  } finally {
    await file.close();
  }
}

async function* oneChunk(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
