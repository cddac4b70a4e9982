import { constants } from "node:fs";
import { access, type FileHandle, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { ConfigError } from "../../config.ts";
import { type ByteRange, type FileStore, type IncomingFile, requireVersion } from "./file-store.ts";

/** Read at once by a download: fewer and larger steps than Node takes by itself. */
const READ_BYTES = 256 * 1024;

/**
 * Files in a folder, spread over 256 of them by the first two letters of the version. A file is written where it will
 * stay: until its row is there nobody can ask for it, so there is nothing for a temporary name to hide.
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
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await sync(this.#folder);
    const handle = await open(file, "wx+", 0o600);
    return {
      handle,
      async commit() {
        await handle.datasync();
        await sync(folder);
      },
      close: () => handle.close(),
    };
  }

  async read(version: string, { first, last }: ByteRange): Promise<Readable | undefined> {
    const handle = await openIfThere(this.#pathOf(version));
    return handle?.createReadStream({ start: first, end: last, highWaterMark: READ_BYTES });
  }

  async remove(version: string): Promise<void> {
    const file = this.#pathOf(version);
    await rm(file, { force: true });
    // Forgotten in the books right after this: a loss of power must not bring it back.
    await sync(path.dirname(file));
  }

  #pathOf(version: string): string {
    return path.join(this.#folder, requireVersion(version).slice(0, 2), version);
  }
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Makes durable which names a folder holds. */
async function sync(folder: string): Promise<void> {
  const handle = await openIfThere(folder);
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}
