import { useState } from "react";
import { type DraftValues, keepDraft } from "../../../layout/drafts/draft-storage.ts";
import { changedValues, type Draft as KeptDraft, useDraft } from "../../../layout/drafts/use-draft.ts";
import { ALL_PLANS, NO_AUDIENCE } from "./audience-query.ts";
import { TEMPLATES } from "./templates.ts";

export interface Draft {
  /** Identifies the request. If it is sent again, the server starts no second campaign. Every edit creates a new id. */
  readonly requestId: string;
  readonly plan: string;
  /** A filter of students as JSON, or {"student": id}, instead of the plan. */
  readonly audience: string;
  /** The label of the last chosen template. */
  readonly template: string;
  /** yyyy-MM-ddTHH:mm in Karnataka; empty: now. */
  readonly sendAt: string;
  readonly subject: string;
  readonly body: string;
  /** Names only: the files themselves are not kept on the device. */
  readonly attached: readonly string[];
}

export type ChangeDraft = (change: Partial<Omit<Draft, "requestId">>) => void;

const FORM = "campaign";
const EMPTY = {
  plan: ALL_PLANS,
  audience: NO_AUDIENCE,
  sendAt: "",
  template: "",
  subject: "",
  body: "",
  attached: "[]",
};

interface MailDraft {
  readonly draft: Draft;
  readonly change: ChangeDraft;
  /** Begins another mail, because this one was sent or thrown away. */
  readonly restart: () => void;
  readonly kept: KeptDraft;
}

/** Owns the mail that is being written, which is kept until it is sent or thrown away. */
export function useMailDraft(): MailDraft {
  const kept = useDraft(FORM);
  const [draft, setDraft] = useState(() => draftOf(kept.kept?.values));
  return {
    draft,
    kept,
    change: (changed) => {
      const next = { ...draft, ...changed, requestId: crypto.randomUUID() };
      setDraft(next);
      kept.keep(valuesOf(next));
    },
    restart: () => {
      setDraft(draftOf());
      kept.forget();
    },
  };
}

/** Keeps the text of an earlier campaign, in place of what was kept before. */
export function keepText(userId: string, text: Pick<Draft, "subject" | "body">): void {
  keepDraft(userId, FORM, valuesOf({ ...draftOf(), ...text }));
}

export function useKeptText(): Pick<Draft, "subject" | "body"> {
  return draftOf(useDraft(FORM).kept?.values);
}

function draftOf(values: DraftValues = {}): Draft {
  const { requestId = crypto.randomUUID(), attached, ...texts } = { ...EMPTY, ...values };
  const names = JSON.parse(attached) as string[];
  // The files are lost, so this is a different request.
  return { ...texts, attached: names, requestId: names.length > 0 ? crypto.randomUUID() : requestId };
}

function valuesOf({ requestId, attached, ...texts }: Draft): DraftValues {
  const changed = changedValues({ ...texts, attached: JSON.stringify(attached) }, EMPTY);
  return Object.keys(changed).length > 0 ? { ...changed, requestId } : changed;
}

/** Returns whether replacing the text would lose something that the admin wrote. */
export function hasOwnText({ subject, body }: Pick<Draft, "subject" | "body">): boolean {
  if (subject === "" && body === "") return false;
  return !TEMPLATES.some((template) => template.subject === subject && template.body === body);
}
