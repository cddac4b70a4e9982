import type { FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { refusal } from "../errors.ts";
import type { FileDigest } from "./file-store.ts";

/** Written at once. What arrives meanwhile is the next lot, so an upload never holds more than two of them. */
const LOT_BYTES = 128 * 1024;

/** Writes what comes to the file, counting and summing, until it ends or is more than it may be. */
export async function receiveFile(
  body: AsyncIterable<Buffer>,
  file: FileHandle,
  maxBytes: number,
): Promise<FileDigest> {
  let bytes = 0;
  let sum = 0;
  let lot: Buffer[] = [];
  let lotBytes = 0;
  let written: Promise<void> = Promise.resolve();
  const writeLot = () => {
    const buffers = lot;
    lot = [];
    lotBytes = 0;
    written = writeAll(file, buffers);
    // Its failure is met at the next await; until then it must not count as unheard.
    written.catch(() => undefined);
  };
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw refusal("tooLarge");
      sum = crc32(chunk, sum);
      lot.push(chunk);
      lotBytes += chunk.length;
      if (lotBytes < LOT_BYTES) continue;
      await written;
      writeLot();
    }
    await written;
    writeLot();
  } finally {
    await written;
  }
  return { bytes, crc32: sum };
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
