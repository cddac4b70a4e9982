import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Pack } from "tar-stream";

interface Spool {
  readonly bytes: number;
  writeTo(target: Writable | ReturnType<Pack["entry"]>): Promise<void>;
}

/**
 * Writes a stream to a file, to learn its length. The key of the file exists in memory only, because the disk of the
 * backups must not hold rows in clear, not even after a crash. Nobody relies on the content being authentic.
 */
export async function spool(source: Readable, file: string): Promise<Spool> {
  const [key, counter] = [randomBytes(32), randomBytes(16)];
  const encryption = createCipheriv("aes-256-ctr", key, counter);
  await pipeline(source, encryption, createWriteStream(file, { mode: 0o600 }));
  return {
    bytes: (await stat(file)).size,
    writeTo: (target) =>
      pipeline(createReadStream(file), createDecipheriv("aes-256-ctr", key, counter), target),
  };
}
