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

/** Writes files of JSON into the bucket `logs`: all of them are there if, and only if, what is done alongside is. */
export type WriteLogs = (
  logs: readonly LogFile[],
  alongside: (query: Query) => Promise<unknown>,
) => Promise<void>;

export interface WriteLogsDependencies {
  readonly database: ServiceDatabase;
  readonly files: FileStore;
  readonly log: FastifyBaseLogger;
}

/** For the server itself. It has its own books of the files under way, as a worker has no storage service. */
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

/** The bytes are safe when it resolves; what it gives writes their row. */
async function receive(
  files: FileStore,
  version: string,
  { name, content, cacheSeconds }: LogFile,
): Promise<Insert> {
  const incoming = { type: "application/json", cacheControl: `max-age=${cacheSeconds}` };
  const file = await files.receive(version);
  try {
    const sum = await receiveFile(oneChunk(JSON.stringify(content)), file.handle, Number.POSITIVE_INFINITY);
    await file.commit(sum);
    return (query) =>
      query(
        `insert into storage.objects (bucket_id, name, version, metadata)
         values ($1, $2, private.claim_upload($3), $4)`,
        [LOG_BUCKET, name, version, JSON.stringify(metadataOf(version, incoming, sum))],
      );
  } finally {
    await file.close();
  }
}

async function* oneChunk(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
