import { constants, deflateRawSync } from "node:zlib";

const BLOCK_BYTES = 1_000_000;

/**
 * Compresses the head, and after it this number of equal bytes. They are compressed once for all blocks: half a gigabyte
 * would take seconds.
 */
export function deflateEqualBytes(count: number, value: number, head: Buffer = Buffer.alloc(0)): Buffer {
  const flush = { finishFlush: constants.Z_FULL_FLUSH };
  const block = deflateRawSync(Buffer.alloc(BLOCK_BYTES, value), flush);
  return Buffer.concat([
    Buffer.from("789c", "hex"),
    deflateRawSync(head, flush),
    ...Array<Buffer>(Math.floor(count / BLOCK_BYTES)).fill(block),
    deflateRawSync(Buffer.alloc(count % BLOCK_BYTES, value)),
    adler32(head, BigInt(count), BigInt(value)),
  ]);
}

/** Returns the checksum of the head and the equal bytes after it. */
function adler32(head: Buffer, count: bigint, value: bigint): Buffer {
  let [sum, sumOfSums] = [1n, 0n];
  for (const byte of head) {
    sum += BigInt(byte);
    sumOfSums += sum;
  }
  sumOfSums += count * sum + (value * count * (count + 1n)) / 2n;
  sum += count * value;
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(Number(((sumOfSums % 65_521n) << 16n) | (sum % 65_521n)));
  return checksum;
}
