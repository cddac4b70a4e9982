import type { Payload } from "altcha-lib/types";
import { z } from "zod";

export const ALGORITHM = "PBKDF2/SHA-256";

/** A genuine token has about 700 characters. A longer one is refused unread. */
const MAX_LENGTH = 4_096;

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));

/** The signed challenge, unchanged, and the solution, as the widget sends them. */
const payload = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal(ALGORITHM),
      nonce: hex(32),
      salt: hex(32),
      cost: z.int().positive(),
      keyLength: z.int().positive(),
      keyPrefix: hex(32),
      keySignature: hex(64),
      expiresAt: z.int().positive(),
    }),
    signature: hex(64),
  }),
  solution: z.object({ counter: z.int().nonnegative().max(0xffff_ffff), derivedKey: hex(64) }),
});

export function parseToken(token: string): Payload | undefined {
  if (token.length > MAX_LENGTH || !/^[A-Za-z0-9+/]+={0,2}$/.test(token)) return undefined;
  const result = payload.safeParse(parseJson(Buffer.from(token, "base64").toString("utf8")));
  return result.success ? result.data : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
