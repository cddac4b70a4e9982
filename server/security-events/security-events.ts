import type { Query } from "../postgres/database.ts";

export type SecurityEventKind =
  | "signed in"
  | "sign-in failed"
  | "limit reached"
  | "password changed"
  | "email changed"
  | "session ended"
  | "refresh token reused"
  | "second step changed"
  | "malware found"
  | "operator command";

export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** The account it happened to, or null if there is none. */
  readonly userId: string | null;
  readonly address?: string | undefined;
  readonly device?: string | undefined;
  /** Never contains a password, token, code or link. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Records the event in the caller's transaction. */
export async function recordSecurityEvent(query: Query, event: SecurityEvent): Promise<void> {
  const { kind, userId, address = null, device = null, details = {} } = event;
  await query("select private.record_security_event($1, $2, $3, $4, $5)", [
    kind,
    userId,
    address,
    device,
    JSON.stringify(details),
  ]);
}
