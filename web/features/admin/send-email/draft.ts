import { useEffect, useState } from "react";
import { ALL_PLANS } from "./audience.ts";
import { TEMPLATES } from "./templates.ts";

export interface Draft {
  /** One wish, one id: however often it has to be sent, one campaign comes of it. */
  readonly requestId: string;
  readonly plan: string;
  /** The label of the template that was chosen last. */
  readonly template: string;
  readonly subject: string;
  readonly body: string;
  /** Names only: files themselves do not outlive a reload. */
  readonly attached: readonly string[];
}

export type ChangeDraft = (change: Partial<Omit<Draft, "requestId">>) => void;

const KEY = "maarga-mail-draft";

/** What was typed outlives a reload; signing out takes it away. */
export function useDraft(): [draft: Draft, change: ChangeDraft] {
  const [draft, setDraft] = useState(readDraft);
  useEffect(() => keepDraft(draft), [draft]);
  const change: ChangeDraft = (changed) =>
    setDraft((was) => ({ ...was, ...changed, requestId: crypto.randomUUID() }));
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

export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: what is typed stays on the page.
  }
}

export function readDraft(): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<Draft>;
    const draft = { ...newDraft(), ...kept };
    // Without its files it is another wish.
    return draft.attached.length > 0 ? { ...draft, requestId: crypto.randomUUID() } : draft;
  } catch {
    return newDraft();
  }
}

/** Whether there is anything that a template would overwrite: text that no template brought. */
export function isOwnText({ subject, body }: Pick<Draft, "subject" | "body">): boolean {
  if (subject === "" && body === "") return false;
  return !TEMPLATES.some((template) => template.subject === subject && template.body === body);
}
