import type { FileHandle } from "node:fs/promises";
import type { IncomingFile } from "./file-store.ts";

/** So much is sent on to the disk while more is still coming; what is left for the end is then little. */
const SYNC_BYTES = 2 * 1024 * 1024;

/** Writes one lot while the next is gathered, so that an upload never holds more than two. */
export class LotWriter {
  readonly #file: IncomingFile;
  #writing: Promise<void> = Promise.resolve();
  #syncing: Promise<void> = Promise.resolve();
  #maySync: boolean;
  #unsynced = 0;

  constructor(file: IncomingFile) {
    this.#file = file;
    this.#maySync = file.isInPlace;
  }

  /** Begins to write, once the lot before is written. */
  async write(buffers: Buffer[], bytes: number): Promise<void> {
    await this.#writing;
    this.#writing = heard(writeAll(this.#file.handle, buffers));
    this.#unsynced += bytes;
    if (!this.#maySync || this.#unsynced < SYNC_BYTES) return;
    this.#unsynced = 0;
    this.#syncing = heard(this.#sync());
  }

  async end(): Promise<void> {
    await this.#writing;
    await this.#syncing;
  }

  /** A disk tells of a failure once: after one there is no other try, and end() throws it. */
  async #sync(): Promise<void> {
    this.#maySync = false;
    await this.#writing;
    await this.#file.handle.datasync();
    this.#maySync = true;
  }
}

/** Its failure is met at a later await; until then it must not count as one that nobody hears. */
function heard(promise: Promise<void>): Promise<void> {
  promise.catch(() => undefined);
  return promise;
}

async function writeAll(file: FileHandle, buffers: Buffer[]): Promise<void> {
  let rest = buffers;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest);
    rest = after(rest, bytesWritten);
  }
}

/** A disk that is nearly full takes a part, and says why only when it is asked again. */
function after(buffers: Buffer[], bytes: number): Buffer[] {
  let skip = bytes;
  const rest: Buffer[] = [];
  for (const buffer of buffers) {
    if (skip >= buffer.length) skip -= buffer.length;
    else {
      rest.push(buffer.subarray(skip));
      skip = 0;
    }
  }
  return rest;
}
