import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { decodeBase32, encodeBase32 } from "./base32.ts";

// Codes of authenticator apps (RFC 6238) with the only parameters that every app supports.
const STEP_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** A code of the step before or after is accepted too: clocks differ, and typing takes time. */
const STEPS_AROUND = [0, -1, 1];

/** Returns a new secret in the text form that apps accept. */
export function generateSecret(): string {
  return encodeBase32(randomBytes(SECRET_BYTES));
}

/** Returns the time step that the code belongs to, or undefined if it is not valid now. */
export function findTimeStep(secret: string, code: string, now = Date.now()): number | undefined {
  const key = decodeBase32(secret);
  const current = Math.floor(now / 1000 / STEP_SECONDS);
  return STEPS_AROUND.map((offset) => current + offset).find((step) => isEqual(codeAt(key, step), code));
}

/** Returns the address that an app reads from the QR code. */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  const query = new URLSearchParams({
    algorithm: "SHA1",
    digits: String(DIGITS),
    issuer,
    period: String(STEP_SECONDS),
    secret,
  });
  // Some apps show "+" instead of a space.
  const parameters = query.toString().replaceAll("+", "%20");
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${parameters}`;
}

function codeAt(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", key).update(counter).digest();
  const offset = (hash.at(-1) as number) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

function isEqual(expected: string, code: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(code)];
  return a.length === b.length && timingSafeEqual(a, b);
}
