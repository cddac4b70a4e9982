import type { FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { refusal } from "../errors.ts";
import type { FileDigest } from "./file-store.ts";

/** Each batch is written while the next one arrives, so an upload holds at most two batches in memory. */
const BATCH_BYTES = 128 * 1024;
/** The number of buffers is limited too: a buffer for a single byte needs far more memory than that byte. */
const BATCH_BUFFERS = 256;

/** Writes the body to the file. Fails as soon as it exceeds the limit. */
export async function receiveFile(
  body: AsyncIterable<Buffer>,
  file: FileHandle,
  maxBytes: number,
): Promise<FileDigest> {
  let bytes = 0;
  let sum = 0;
  let batch: Buffer[] = [];
  let batchBytes = 0;
  let written: Promise<void> = Promise.resolve();
  const writeBatch = () => {
    const buffers = batch;
    batch = [];
    batchBytes = 0;
    written = writeAll(file, buffers);
    // The next await throws its failure. Until then it must not count as an unhandled rejection.
    written.catch(() => undefined);
  };
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw refusal("tooLarge");
      sum = crc32(chunk, sum);
      batch.push(chunk);
      batchBytes += chunk.length;
      if (batchBytes < BATCH_BYTES && batch.length < BATCH_BUFFERS) continue;
      await written;
      writeBatch();
    }
    await written;
    writeBatch();
  } finally {
    await written;
  }
  return { bytes, crc32: sum };
}

async function writeAll(file: FileHandle, buffers: Buffer[]): Promise<void> {
  let rest = buffers;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest);
    rest = dropWritten(rest, bytesWritten);
  }
}

/** A write to a nearly full disk may be partial. Only the next write reports the error. */
function dropWritten(buffers: Buffer[], bytes: number): Buffer[] {
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
