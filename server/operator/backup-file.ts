import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { PassThrough, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Pack } from "tar-stream";
import type { Config } from "../config.ts";
import { StartupError } from "../startup-error.ts";
import { createDecryption, createEncryption, HEADER_BYTES, isEncrypted } from "./backup-encryption.ts";

const MIN_PASSPHRASE_LENGTH = 12;

/** Returns the passphrase for backups, if there is one. It is never an argument: every user can see those. */
export function findPassphrase(
  config: Pick<Config, "BACKUP_PASSPHRASE" | "BACKUP_PASSPHRASE_FILE">,
): string | undefined {
  const passphrase = config.BACKUP_PASSPHRASE_FILE
    ? readPassphrase(config.BACKUP_PASSPHRASE_FILE)
    : config.BACKUP_PASSPHRASE;
  if (passphrase !== undefined && [...passphrase].length < MIN_PASSPHRASE_LENGTH)
    throw new StartupError(`the passphrase for backups needs at least ${MIN_PASSPHRASE_LENGTH} characters`);
  return passphrase;
}

function readPassphrase(file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (cause) {
    throw new StartupError(
      `BACKUP_PASSPHRASE_FILE: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`,
      { cause },
    );
  }
}

/** Compresses the archive, encrypts it if there is a passphrase, and writes it to a file for its owner alone. */
export async function writeBackupFile(
  archive: Pack,
  file: string,
  passphrase: string | undefined,
): Promise<void> {
  const encryption = passphrase === undefined ? new PassThrough() : await createEncryption(passphrase);
  await pipeline(archive, createGzip({ level: 4 }), encryption, createWriteStream(file, { mode: 0o600 }));
}

export interface BackupFile {
  /** Reads the archive. Each call begins at its start. */
  readInto(archive: NodeJS.WritableStream): Promise<void>;
}

/**
 * Opens a backup. An encrypted one is read to its end first, so that nothing is restored from a file that somebody has
 * changed.
 */
export async function openBackupFile(file: string, passphrase: string | undefined): Promise<BackupFile> {
  const header = await readHeader(file);
  // Anybody can make a file without encryption, and put it in the place of an encrypted one.
  if (!isEncrypted(header) && passphrase !== undefined)
    throw new StartupError(
      `${file} is not encrypted, so it may not be a backup of yours: to restore it anyway, unset BACKUP_PASSPHRASE and ` +
        "BACKUP_PASSPHRASE_FILE",
    );
  if (!isEncrypted(header))
    return { readInto: (archive) => pipeline(createReadStream(file), createGunzip(), archive) };
  if (passphrase === undefined)
    throw new StartupError(
      `${file} is encrypted: set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE to a file with the passphrase`,
    );
  const readChunks = () => createReadStream(file, { start: HEADER_BYTES });
  await pipeline(readChunks(), await createDecryption(passphrase, header), discard());
  return {
    readInto: async (archive) =>
      pipeline(readChunks(), await createDecryption(passphrase, header), createGunzip(), archive),
  };
}

async function readHeader(file: string): Promise<Buffer> {
  const handle = await open(file, "r").catch((cause: NodeJS.ErrnoException) => {
    throw new StartupError(`${file} cannot be read (${cause.code})`, { cause });
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function discard(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
