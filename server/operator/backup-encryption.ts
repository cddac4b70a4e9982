import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import { Transform } from "node:stream";
import { StartupError } from "../startup-error.ts";

// The format: a header, then chunks of 64 KiB, each encrypted with AES-256-GCM. The nonce of a chunk consists of a random
// prefix, its number, and a flag that marks the last one (the STREAM construction), so that a chunk that is missing,
// moved, added or changed is noticed. The header holds the salt and a proof that the passphrase is the right one.
const MAGIC = Buffer.from("MAARGA ENCRYPTED BACKUP 1\n");
const SALT_BYTES = 16;
const NONCE_PREFIX_BYTES = 7;
const START_BYTES = MAGIC.length + SALT_BYTES + NONCE_PREFIX_BYTES;
const PROOF_BYTES = 32;
export const HEADER_BYTES = START_BYTES + PROOF_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
/** Takes 128 MB and a third of a second for each passphrase that is tried. */
const SCRYPT_COST = 2 ** 17;

export function isEncrypted(header: Buffer): boolean {
  return header.subarray(0, MAGIC.length).equals(MAGIC);
}

/** Returns a stream that encrypts a backup. Only tests have another cost. */
export async function createEncryption(passphrase: string, cost = SCRYPT_COST): Promise<Transform> {
  const start = Buffer.concat([MAGIC, randomBytes(SALT_BYTES + NONCE_PREFIX_BYTES)]);
  const { chunkKey, proof } = await deriveKeys(passphrase, start, cost);
  const stream = createChunkStream(start, CHUNK_BYTES, (chunk, nonce) => {
    const cipher = createCipheriv("aes-256-gcm", chunkKey, nonce);
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  });
  stream.push(Buffer.concat([start, proof]));
  return stream;
}

/** Returns a stream that decrypts what follows the header, and fails at the first chunk that is not as it was written. */
export async function createDecryption(
  passphrase: string,
  header: Buffer,
  cost = SCRYPT_COST,
): Promise<Transform> {
  if (header.length < HEADER_BYTES) throw damagedBackup();
  const start = header.subarray(0, START_BYTES);
  const { chunkKey, proof } = await deriveKeys(passphrase, start, cost);
  if (!timingSafeEqual(proof, header.subarray(START_BYTES, HEADER_BYTES)))
    throw new StartupError(
      "this is not the passphrase that the backup was encrypted with; nothing was changed",
    );
  return createChunkStream(start, CHUNK_BYTES + TAG_BYTES, (chunk, nonce) => {
    if (chunk.length < TAG_BYTES) throw damagedBackup();
    const decipher = createDecipheriv("aes-256-gcm", chunkKey, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
    const content = decipher.update(chunk.subarray(0, -TAG_BYTES));
    try {
      return Buffer.concat([content, decipher.final()]);
    } catch (cause) {
      throw damagedBackup(cause);
    }
  });
}

const damagedBackup = (cause?: unknown) =>
  new StartupError("this backup was cut off or changed after it was made; nothing was changed", { cause });

async function deriveKeys(
  passphrase: string,
  start: Buffer,
  cost: number,
): Promise<{ chunkKey: Buffer; proof: Buffer }> {
  const salt = start.subarray(MAGIC.length, MAGIC.length + SALT_BYTES);
  const options = { N: cost, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
  const key = await new Promise<Buffer>((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), salt, 64, options, (error, derived) =>
      error ? reject(error) : resolve(derived),
    );
  });
  return {
    chunkKey: key.subarray(0, 32),
    proof: createHmac("sha256", key.subarray(32)).update(start).digest(),
  };
}

/** Cuts its input into chunks of a size and passes on what `transformChunk` makes of each. */
function createChunkStream(
  start: Buffer,
  size: number,
  transformChunk: (chunk: Buffer, nonce: Buffer) => Buffer,
): Transform {
  let pending = Buffer.alloc(0);
  let number = 0;
  const process = (chunk: Buffer, isLast: boolean) => {
    const nonce = Buffer.alloc(12);
    start.copy(nonce, 0, MAGIC.length + SALT_BYTES);
    nonce.writeUInt32BE(number, NONCE_PREFIX_BYTES); // throws before a nonce is used again, after 256 TB
    nonce.writeUInt8(isLast ? 1 : 0, NONCE_PREFIX_BYTES + 4);
    number += 1;
    return transformChunk(chunk, nonce);
  };
  return new Transform({
    transform(data: Buffer, _encoding, done) {
      try {
        pending = Buffer.concat([pending, data]);
        // A full chunk waits for more data: it may be the last one.
        for (; pending.length > size; pending = pending.subarray(size))
          this.push(process(pending.subarray(0, size), false));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        done(null, process(pending, true));
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
