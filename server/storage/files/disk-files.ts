import { constants } from "node:fs";
import { access, type FileHandle, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { ConfigError } from "../../config.ts";
import { type ByteRange, type FileStore, type IncomingFile, requireVersion } from "./file-store.ts";

/** The chunk size of downloads. Larger than Node's default, so that a file takes fewer reads. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Files on disk, in 256 subfolders named by the first two characters of the version. A file is written straight to its
 * final path: nobody can request it before its row exists, so a temporary name is not needed.
 */
export class DiskFiles implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(folder: string): Promise<DiskFiles> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (cause) {
      throw new ConfigError("FILES_URL: the folder for documents cannot be written to", { cause });
    }
    return new DiskFiles(folder);
  }

  async receive(version: string): Promise<IncomingFile> {
    const file = this.#pathOf(version);
    const folder = path.dirname(file);
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncFolder(this.#folder);
    const handle = await open(file, "wx+", 0o600);
    return {
      handle,
      async commit() {
        await handle.datasync();
        await syncFolder(folder);
      },
      close: () => handle.close(),
    };
  }

  async read(version: string, { first, last }: ByteRange): Promise<Readable | undefined> {
    const handle = await openIfExists(this.#pathOf(version));
    return handle?.createReadStream({ start: first, end: last, highWaterMark: CHUNK_BYTES });
  }

  async remove(version: string): Promise<void> {
    const file = this.#pathOf(version);
    await rm(file, { force: true });
    // Its journal row is deleted next, so a power failure must not bring the file back.
    await syncFolder(path.dirname(file));
  }

  #pathOf(version: string): string {
    return path.join(this.#folder, requireVersion(version).slice(0, 2), version);
  }
}

async function openIfExists(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Makes the folder's directory entries durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await openIfExists(folder);
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}
