import { SESSION_KEY } from "../../backend/stored-session.ts";
import { draftKeys, keyOf, VISITOR, withStorage } from "./draft-keys.ts";

/** Increase this number when a form changes what it keeps: older drafts are then thrown away. */
const VERSION = 1;
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_DRAFTS = 20;
const MAX_CHARS = 200_000;

export type DraftValues = Readonly<Record<string, string>>;

export interface KeptDraft {
  readonly keptAt: number;
  readonly values: DraftValues;
}

/** Returns what was typed into a form and neither sent nor thrown away. */
export function findDraft(owner: string, form: string): KeptDraft | undefined {
  return withStorage(() => readDraft(keyOf(owner, form)));
}

/** Keeps what was typed on this device. Without values, nothing is kept. Passwords, codes and files never get here. */
export function keepDraft(owner: string, form: string, values: DraftValues): void {
  const key = keyOf(owner, form);
  const text = JSON.stringify({ version: VERSION, keptAt: Date.now(), values });
  withStorage(() => {
    if (Object.keys(values).length === 0 || text.length > MAX_CHARS) return localStorage.removeItem(key);
    // A logout in another tab has deleted the drafts, and this page may not know it yet.
    if (owner !== VISITOR && !localStorage.getItem(SESSION_KEY)?.includes(owner)) return;
    if (localStorage.getItem(key) === null) makeRoom();
    localStorage.setItem(key, text);
  });
}

export function dropDraft(owner: string, form: string): void {
  withStorage(() => localStorage.removeItem(keyOf(owner, form)));
}

/** Removes expired drafts, and the oldest ones beyond the limit. */
function makeRoom(): void {
  const keptAt = (key: string) => readDraft(key)?.keptAt ?? 0;
  const newestFirst = draftKeys().sort((a, b) => keptAt(b) - keptAt(a));
  for (const key of newestFirst.slice(MAX_DRAFTS - 1)) localStorage.removeItem(key);
}

/** Removes a draft that is too old or cannot be read. */
function readDraft(key: string): KeptDraft | undefined {
  const text = localStorage.getItem(key);
  if (text === null) return undefined;
  const draft = parseDraft(text);
  if (!draft) localStorage.removeItem(key);
  return draft;
}

function parseDraft(text: string): KeptDraft | undefined {
  try {
    const { version, keptAt, values } = JSON.parse(text) as KeptDraft & { version: number };
    const isKept = version === VERSION && keptAt > Date.now() - LIFETIME_MS;
    return isKept && Object.values(values).every((value) => typeof value === "string")
      ? { keptAt, values }
      : undefined;
  } catch {
    return undefined;
  }
}
