import type { SecurityEventKind } from "../../domain/security-events.ts";
import { toNetwork } from "../limits/network.ts";
import type { Query } from "../postgres/database.ts";

export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** The account it happened to, or null if there is none. */
  readonly userId: string | null;
  readonly address?: string | undefined;
  readonly device?: string | undefined;
  /** Never contains a password, token, code or link, nor anything that somebody typed without signing in. */
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

/**
 * Records an event that anybody can cause. A flood of them is only counted after the first few of a minute. Never call it
 * in a transaction that the failure rolls back.
 */
export async function recordSecurityFailure(query: Query, event: SecurityEvent): Promise<void> {
  const { kind, userId, address = "", device = null, details = {} } = event;
  await query("select private.record_security_failure($1, $2, $3, $4, $5, $6)", [
    kind,
    userId,
    toNetwork(address),
    address,
    device,
    JSON.stringify(details),
  ]);
}

/** Sets where the request comes from, for all events of this transaction that do not say so themselves. */
export async function setEventOrigin(
  query: Query,
  { address, device }: { readonly address: string; readonly device: string },
): Promise<void> {
  await query("select set_config('request.address', $1, true), set_config('request.device', $2, true)", [
    address,
    device,
  ]);
}
