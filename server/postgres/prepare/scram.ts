import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

const ITERATIONS = 4096;

/**
 * What PostgreSQL keeps of a password (RFC 5803), made here: a password inside a statement would stand in the logs
 * and statistics of whoever runs the database. For passwords of plain ASCII.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, "sha256");
  const sign = (words: string) => createHmac("sha256", salted).update(words).digest();
  const storedKey = createHash("sha256").update(sign("Client Key")).digest("base64");
  const serverKey = sign("Server Key").toString("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}
