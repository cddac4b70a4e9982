import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { link, mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import type { Logger } from "pino";
import { z } from "zod";
import { StartupError } from "./startup-error.ts";
import { KeyRing } from "./tokens/key-ring.ts";
import type { InternalKey, InternalKeys } from "./tokens/keyed-hash.ts";

const signingKey = z.object({
  kid: z.string().min(1),
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  replacedAt: z.iso.datetime().optional(),
});

const internalKey = z.string().min(32);

const secretsFile = z.object({
  /** The newest first; the others verify until what they signed has expired. */
  signingKeys: z.array(signingKey).min(1),
  publishableKey: z.string().startsWith("sb_publishable_"),
  secretKey: z.string().startsWith("sb_secret_"),
  /** The password of the owner in the embedded PostgreSQL. */
  databasePassword: z.string().min(16),
  /** Present while the password is being changed: the database may still have this one. */
  previousDatabasePassword: z.string().min(16).optional(),
  /** Signs bot challenges, storage links and other values that only this server verifies. */
  internalKey,
  /** The newest first. */
  replacedInternalKeys: z.array(z.object({ key: internalKey, replacedAt: z.iso.datetime() })).default([]),
});

export type SigningKey = z.infer<typeof signingKey>;
export type SecretsFile = z.infer<typeof secretsFile>;

export interface Secrets
  extends Pick<
    SecretsFile,
    "publishableKey" | "secretKey" | "databasePassword" | "previousDatabasePassword"
  > {
  readonly signingKeys: KeyRing<SigningKey>;
  readonly internalKeys: InternalKeys;
}

/** The interval at which a running server checks for rotated keys. */
const CHECK_INTERVAL_MS = 2_000;

const random = (bytes: number) => randomBytes(bytes).toString("base64url");
export const generateInternalKey = () => random(32);
export const generateDatabasePassword = () => random(24);

export async function generateSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return signingKey.parse({ ...(await exportJWK(privateKey)), kid: randomUUID() });
}

async function generateSecrets(): Promise<z.input<typeof secretsFile>> {
  return {
    signingKeys: [await generateSigningKey()],
    publishableKey: `sb_publishable_${random(24)}`,
    secretKey: `sb_secret_${random(32)}`,
    databasePassword: generateDatabasePassword(),
    internalKey: generateInternalKey(),
  };
}

const fileIn = (dataFolder: string) => path.join(dataFolder, "secrets.json");

/** Reads MAARGA_DATA/secrets.json, which the first start creates. A damaged file stops the start and is never replaced. */
export async function loadSecrets(dataFolder: string): Promise<Secrets> {
  const file = fileIn(dataFolder);
  if (!existsSync(file)) await createFile(file);
  const content = readSecretsFile(dataFolder);
  return {
    ...content,
    signingKeys: new KeyRing(content.signingKeys),
    internalKeys: new KeyRing(listInternalKeys(content)),
  };
}

export function readSecretsFile(dataFolder: string): SecretsFile {
  const file = fileIn(dataFolder);
  try {
    return secretsFile.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new StartupError(`${file} is damaged: restore it from a backup`, { cause });
  }
}

function listInternalKeys(content: SecretsFile): InternalKey[] {
  return [{ key: content.internalKey }, ...content.replacedInternalKeys];
}

/** Keeps the keys of a running server up to date when a command rotates them. Returns a function that ends this. */
export function watchSecrets(dataFolder: string, secrets: Secrets, logger: Logger): () => void {
  const file = fileIn(dataFolder);
  let known: number | undefined;
  const check = async () => {
    const { mtimeMs } = await stat(file);
    if (mtimeMs === known) return;
    known = mtimeMs;
    const content = readSecretsFile(dataFolder);
    secrets.signingKeys.replace(content.signingKeys);
    secrets.internalKeys.replace(listInternalKeys(content));
    logger.debug("read the keys in secrets.json");
  };
  const timer = setInterval(() => {
    // The cause of the error quotes the file, so only its own message is logged.
    check().catch((error: Error) =>
      logger.error({ reason: error.message }, "secrets.json could not be read again"),
    );
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function createFile(file: string): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeAtomically(file, await generateSecrets(), linkUnlessItExists);
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

const unwritable = (file: string, cause: unknown) =>
  new StartupError(
    `MAARGA_DATA: ${path.dirname(file)} cannot be written to (${(cause as NodeJS.ErrnoException).code})`,
    { cause },
  );

/** Replaces the file as a whole. Only one command may do this at a time. */
export async function writeSecretsFile(dataFolder: string, content: SecretsFile): Promise<void> {
  const file = fileIn(dataFolder);
  const valid = secretsFile.parse(content);
  await writeAtomically(file, valid, rename).catch((cause: unknown) => {
    throw unwritable(file, cause);
  });
}

async function writeAtomically(
  file: string,
  content: object,
  moveIntoPlace: (draft: string, file: string) => Promise<void>,
): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(JSON.stringify(content, null, 2));
    await handle.sync();
    await moveIntoPlace(draft, file);
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}

/** A link, unlike a rename, never replaces a file that another start has just created. */
async function linkUnlessItExists(draft: string, file: string): Promise<void> {
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}
