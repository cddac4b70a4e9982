import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { link, mkdir, open, unlink } from "node:fs/promises";
import path from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { z } from "zod";
import { StartupError } from "./startup-error.ts";

const signingKey = z.object({
  kid: z.string().min(1),
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

const secretsFile = z.object({
  /** The first key signs, all keys verify. To rotate, insert a new key at the front. */
  signingKeys: z.array(signingKey).min(1),
  publishableKey: z.string().startsWith("sb_publishable_"),
  secretKey: z.string().startsWith("sb_secret_"),
  /** The password of the owner in the embedded PostgreSQL. */
  databasePassword: z.string().min(16),
  /** Signs bot challenges, storage links and other values that only this server verifies. */
  internalKey: z.string().min(32),
});

export type SigningKey = z.infer<typeof signingKey>;
export type Secrets = z.infer<typeof secretsFile>;

const random = (bytes: number) => randomBytes(bytes).toString("base64url");

async function generateSecrets(): Promise<Secrets> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = signingKey.parse({ ...(await exportJWK(privateKey)), kid: randomUUID() });
  return {
    signingKeys: [jwk],
    publishableKey: `sb_publishable_${random(24)}`,
    secretKey: `sb_secret_${random(32)}`,
    databasePassword: random(24),
    internalKey: random(32),
  };
}

/** Reads MAARGA_DATA/secrets.json, which the first start creates. A damaged file stops the start and is never replaced. */
export async function loadSecrets(dataFolder: string): Promise<Secrets> {
  const file = path.join(dataFolder, "secrets.json");
  if (!existsSync(file)) await createFile(file);
  try {
    return secretsFile.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new StartupError(`${file} is damaged: restore it from a backup`, { cause });
  }
}

async function createFile(file: string): Promise<void> {
  try {
    await writeNewFile(file, JSON.stringify(await generateSecrets(), null, 2));
  } catch (cause) {
    throw new StartupError(
      `MAARGA_DATA: ${path.dirname(file)} cannot be written to (${(cause as NodeJS.ErrnoException).code})`,
      { cause },
    );
  }
}

/** Creates the file atomically. A link, unlike a rename, never replaces a file that another start has just created. */
async function writeNewFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await handle.close();
    await unlink(draft);
  }
}
