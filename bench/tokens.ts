import { readFile } from "node:fs/promises";
import path from "node:path";
import { importJWK, type JWK, SignJWT } from "jose";
import { STUDENTS, type Student, studentId } from "./students.ts";

export interface Secrets {
  readonly signingKeys: readonly [JWK, ...JWK[]];
  readonly publishableKey: string;
}

const HOUR = 3600;

/** Reads the secrets that the product generated at its first start. */
export async function readSecrets(dataFolder: string): Promise<Secrets> {
  return JSON.parse(await readFile(path.join(dataFolder, "secrets.json"), "utf8"));
}

/** Returns the public keys, for the other servers. */
export function keySetOf({ signingKeys }: Secrets): string {
  return JSON.stringify({
    keys: signingKeys.map(({ d: _, ...key }) => ({ ...key, alg: "ES256", use: "sig" })),
  });
}

/** Signs tokens with the product's key and claims, to avoid hashing passwords. The id of each session is its user's. */
export async function signTokens(
  { signingKeys: [signingKey] }: Secrets,
  issuer: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const key = await importJWK(signingKey, "ES256");
  const now = Math.floor(Date.now() / 1000);
  const tokens = ids.map(async (id): Promise<[string, string]> => {
    const token = await new SignJWT({
      aud: "authenticated",
      sub: id,
      email: `${id}@example.org`,
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { email_verified: true },
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "password", timestamp: now }],
      session_id: id,
      rotation: 0,
      is_anonymous: false,
      iss: issuer,
      iat: now,
      exp: now + HOUR,
    })
      .setProtectedHeader({ alg: "ES256", kid: signingKey.kid ?? "", typ: "JWT" })
      .sign(key);
    return [id, token];
  });
  return new Map(await Promise.all(tokens));
}

/** Beyond the students are other users, who have a session and no plan. */
export async function signInStudents(
  secrets: Secrets,
  issuer: string,
  count: number = STUDENTS,
): Promise<Student[]> {
  const ids = Array.from({ length: count }, (_, index) => studentId(index));
  const tokens = await signTokens(secrets, issuer, ids);
  return ids.map((id) => ({
    id,
    credentials: `apikey: ${secrets.publishableKey}\r\nAuthorization: Bearer ${tokens.get(id)}\r\n`,
  }));
}
