import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";

/** A file being received: its bytes are written to the handle, and then it is committed or abandoned. */
export interface IncomingFile {
  readonly handle: FileHandle;
  /** Resolves when the file would survive a power failure. */
  commit(digest: FileDigest): Promise<void>;
  /** Does not delete bytes that are already in the store. */
  close(): Promise<void>;
}

export interface FileDigest {
  readonly bytes: number;
  readonly crc32: number;
}

/** Both ends are inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Stores bytes under a version, a random UUID, so that no name chosen by a user reaches a file system. A version is
 * immutable. The store does not know the rows of storage.objects; pending-files.ts keeps the two consistent.
 */
export interface FileStore {
  receive(version: string): Promise<IncomingFile>;
  /** Returns undefined if the file does not exist. */
  read(version: string, range: ByteRange): Promise<Readable | undefined>;
  /** Does nothing if the file does not exist. */
  remove(version: string): Promise<void>;
}

const VERSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function requireVersion(version: string): string {
  if (!VERSION.test(version)) throw new Error("a file's version is not a UUID");
  return version;
}
