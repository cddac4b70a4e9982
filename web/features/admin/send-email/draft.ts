import { useEffect, useState } from "react";
import { ALL_PLANS } from "./audience-query.ts";
import { TEMPLATES } from "./templates.ts";

export interface Draft {
  /** Identifies the request. If it is sent again, the server starts no second campaign. Every edit creates a new id. */
  readonly requestId: string;
  readonly plan: string;
  /** The label of the last chosen template. */
  readonly template: string;
  readonly subject: string;
  readonly body: string;
  /** Names only: the files themselves do not survive a reload. */
  readonly attached: readonly string[];
}

export type ChangeDraft = (change: Partial<Omit<Draft, "requestId">>) => void;

const STORAGE_KEY = "maarga-mail-draft";

/** Keeps the draft in sessionStorage, so that it survives a reload. Signing out clears it. */
export function useDraft(): [draft: Draft, change: ChangeDraft] {
  const [draft, setDraft] = useState(loadDraft);
  useEffect(() => saveDraft(draft), [draft]);
  const change: ChangeDraft = (changed) =>
    setDraft((previous) => ({ ...previous, ...changed, requestId: crypto.randomUUID() }));
  return [draft, change];
}

export function newDraft(): Draft {
  return {
    requestId: crypto.randomUUID(),
    plan: ALL_PLANS,
    template: "",
    subject: "",
    body: "",
    attached: [],
  };
}

export function saveDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft));
  } catch {
    // Storage is full or blocked, so the draft is in memory only.
  }
}

export function loadDraft(): Draft {
  try {
    const saved = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<Draft>;
    const draft = { ...newDraft(), ...saved };
    // The files are lost, so this is a different request.
    return draft.attached.length > 0 ? { ...draft, requestId: crypto.randomUUID() } : draft;
  } catch {
    return newDraft();
  }
}

/** Returns whether replacing the text would lose something that the admin wrote. */
export function hasOwnText({ subject, body }: Pick<Draft, "subject" | "body">): boolean {
  if (subject === "" && body === "") return false;
  return !TEMPLATES.some((template) => template.subject === subject && template.body === body);
}
