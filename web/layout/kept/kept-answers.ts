import { findStoredSession } from "../../backend/stored-session.ts";
import { withStorage } from "../drafts/draft-keys.ts";
import { keptKey } from "./drop-kept.ts";

/** Increase this number when the shape of an answer changes: older ones are then not shown. */
const VERSION = 1;
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_CHARS = 200_000;
/** JSON has no dates. */
const DATES = ["start", "end", "expiresAt", "storedAt", "changedAt", "validUntil"];

export interface KeptAnswer<Data> {
  /** When the server gave it, in milliseconds. */
  readonly keptAt: number;
  readonly data: Data;
}

/** Keeps an answer about a person on their device: see docs/decisions/0045-kept-content.md. */
export function keepAnswer<Data>(owner: string, name: string, { keptAt, data }: KeptAnswer<Data>): void {
  const text = JSON.stringify({ version: VERSION, keptAt, data });
  withStorage(() => {
    // A logout in another tab has removed everything, and this page may not know it yet.
    if (findStoredSession()?.user.id !== owner) return;
    if (text.length > MAX_CHARS) localStorage.removeItem(keptKey(owner, name));
    else localStorage.setItem(keptKey(owner, name), text);
  });
}

export function findAnswer<Data>(owner: string, name: string): KeptAnswer<Data> | undefined {
  return withStorage(() => {
    const answer = JSON.parse(localStorage.getItem(keptKey(owner, name)) ?? "{}", revive);
    return answer.version === VERSION && answer.keptAt > Date.now() - LIFETIME_MS ? answer : undefined;
  });
}

function revive(name: string, value: unknown): unknown {
  return DATES.includes(name) ? new Date(String(value)) : value;
}
