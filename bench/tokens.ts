import { readFile } from "node:fs/promises";
import path from "node:path";
import { importJWK, type JWK, SignJWT } from "jose";
import { STUDENTS, type Student, studentId } from "./students.ts";

interface Secrets {
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

/** Signs tokens with the product's key and claims, to avoid hashing 64 passwords. */
export async function signInStudents(secrets: Secrets, issuer: string): Promise<Student[]> {
  const [signingKey] = secrets.signingKeys;
  const key = await importJWK(signingKey, "ES256");
  const now = Math.floor(Date.now() / 1000);
  return Promise.all(
    Array.from({ length: STUDENTS }, async (_, index) => {
      const id = studentId(index);
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
      return { id, credentials: `apikey: ${secrets.publishableKey}\r\nAuthorization: Bearer ${token}\r\n` };
    }),
  );
}
