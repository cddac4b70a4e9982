import { createHmac } from "node:crypto";
import { readSecrets } from "./members.ts";
import type { Server } from "./server.ts";

/** Computes the proof in a student's links. It must never change, because mails are kept for years. */
export async function unsubscribeProof(server: Server, id: string): Promise<string> {
  const { internalKey } = await readSecrets(server);
  return createHmac("sha256", internalKey)
    .update(JSON.stringify(["unsubscribe", id]))
    .digest("base64url");
}

export async function unsubscribeLink(server: Server, id: string): Promise<string> {
  return unsubscribeAddress(server, `${id}.${await unsubscribeProof(server, id)}`);
}

export function unsubscribeAddress(server: Server, token: string): string {
  return `${server.url}/unsubscribe/v1?token=${token}`;
}
