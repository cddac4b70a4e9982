import type { IncomingFile } from "./file-store.ts";
import { LotWriter } from "./lot-writer.ts";
import { StorageError } from "./storage-error.ts";

/** What is gathered before it is written: fewer steps than one for each packet. */
const LOT_BYTES = 128 * 1024;

/** Writes what comes to the file until it ends or is more than it may be, and tells how much it was. */
export async function receiveFile(
  body: AsyncIterable<Buffer>,
  file: IncomingFile,
  maxBytes: number,
): Promise<number> {
  const writer = new LotWriter(file);
  let bytes = 0;
  let lot: Buffer[] = [];
  let lotBytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new StorageError("tooLarge");
      lot.push(chunk);
      lotBytes += chunk.length;
      if (lotBytes < LOT_BYTES) continue;
      await writer.write(lot, lotBytes);
      lot = [];
      lotBytes = 0;
    }
    await writer.write(lot, lotBytes);
  } finally {
    await writer.end();
  }
  return bytes;
}
