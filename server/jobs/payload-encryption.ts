import { randomUUID } from "node:crypto";
import { z } from "zod";
import { decrypt, encrypt } from "../tokens/encryption.ts";
import type { InternalKeys } from "../tokens/keyed-hash.ts";

// Payloads contain links and codes that are as good as a password. Rows of failed jobs stay for weeks, and every row is
// part of the backups.
const encryptedPayload = z.object({ id: z.uuid(), encrypted: z.string() });

const PURPOSE = "job payload";
/** Longer than a job is retried or kept. */
const LIFETIME_SECONDS = 60 * 86_400;

const contextOf = (task: string, id: string) => `${task} ${id}`;

export function encryptPayload(
  keys: InternalKeys,
  task: string,
  payload: object,
): z.infer<typeof encryptedPayload> {
  const id = randomUUID();
  return { id, encrypted: encrypt(keys, PURPOSE, contextOf(task, id), JSON.stringify(payload)) };
}

/** Returns a payload that is not encrypted as it is: those of periodic tasks, and of jobs from before the encryption. */
export function decryptPayload(
  keys: InternalKeys,
  task: string,
  payload: unknown,
): { readonly payload: unknown } | undefined {
  const parsed = encryptedPayload.safeParse(payload);
  if (!parsed.success) return { payload };
  const { id, encrypted } = parsed.data;
  const text = decrypt(keys, LIFETIME_SECONDS, PURPOSE, contextOf(task, id), encrypted);
  return text === undefined ? undefined : { payload: JSON.parse(text) };
}
