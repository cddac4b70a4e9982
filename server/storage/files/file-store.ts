import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";

/** A file on its way in: first its bytes are written to the handle, then it is kept or dropped. */
export interface IncomingFile {
  readonly handle: FileHandle;
  /** From when it resolves the file survives a loss of power. */
  commit(expected: FileDigest): Promise<void>;
  /** Closes what is open. What already lies in the store stays there until it is removed. */
  close(): Promise<void>;
}

export interface FileDigest {
  readonly bytes: number;
  readonly crc32: number;
}

/** The first and the last byte wanted, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Where the bytes lie, by the version's random number: a name that somebody chose never comes near a file system. A
 * version never changes. The store knows nothing of rows; pending-files.ts keeps the two together.
 */
export interface FileStore {
  receive(version: string): Promise<IncomingFile>;
  /** Undefined when there is no such file. */
  read(version: string, range: ByteRange): Promise<Readable | undefined>;
  /** Removing what is not there is no error. */
  remove(version: string): Promise<void>;
}

const VERSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function requireVersion(version: string): string {
  if (!VERSION.test(version)) throw new Error("a file's version is not a UUID");
  return version;
}
