import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Query, Row } from "../../postgres/database.ts";
import { refusal } from "../errors.ts";

export const MAX_PASSKEYS = 10;

export interface PasskeyRow extends Row {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly algorithm: number;
  readonly sign_count: number;
  readonly friendly_name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** The counter is cast, because int8 would arrive as text. */
const COLUMNS = `id, user_id, credential_id, public_key, algorithm, sign_count::float8 as sign_count, friendly_name,
  created_at, last_used_at`;

export async function listPasskeys(query: Query, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await query<PasskeyRow>(
    `select ${COLUMNS} from auth.passkeys where user_id = $1 order by created_at, id`,
    [userId],
  );
  return rows;
}

export async function findPasskey(query: Query, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  const { rows } = await query<PasskeyRow>(`select ${COLUMNS} from auth.passkeys where credential_id = $1`, [
    credentialId,
  ]);
  return rows[0];
}

/** Returns the id in the address of the request. The caller must check who owns the passkey. */
export function requirePasskeyId(request: FastifyRequest): string {
  const id = z.guid().safeParse((request.params as { id: string }).id);
  if (!id.success) throw refusal("passkeyIdInvalid");
  return id.data;
}

/** The handle of the user in their passkeys. It is no secret, and says nothing about them. */
export function userHandleOf(userId: string): Buffer {
  return Buffer.from(userId.replaceAll("-", ""), "hex");
}

/** Renders a passkey for the official client, which reads no more than this. */
export function renderPasskey(passkey: PasskeyRow): Record<string, unknown> {
  const { id, friendly_name, created_at, last_used_at } = passkey;
  return { id, friendly_name, created_at, ...(last_used_at && { last_used_at }) };
}
