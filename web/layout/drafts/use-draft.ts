import { useState } from "react";
import { useUser } from "../../queries/user.ts";
import { type DraftValues, dropDraft, findDraft, type KeptDraft, keepDraft } from "./draft-storage.ts";

export interface Draft {
  /** The text that was typed before this form was opened. */
  readonly kept: KeptDraft | undefined;
  readonly keep: (values: DraftValues) => void;
  /** The form was sent, or its text thrown away. */
  readonly forget: () => void;
}

/** Keeps what the signed-in user types into a form: see docs/decisions/0044-drafts.md. */
export function useDraft(form: string): Draft {
  const { id } = useUser();
  const [kept, setKept] = useState(() => findDraft(id, form));
  return {
    kept,
    keep: (values) => keepDraft(id, form, values),
    forget: () => {
      dropDraft(id, form);
      setKept(undefined);
    },
  };
}

/** Returns the values that differ. Only the names in `initial` are compared, so nothing else can get into a draft. */
export function changedValues<Name extends string>(
  typed: NoInfer<Readonly<Partial<Record<Name, string>>>>,
  initial: Readonly<Record<Name, string>>,
): DraftValues {
  const changed: Record<string, string> = {};
  for (const name of Object.keys(initial) as Name[]) {
    const value = typed[name];
    if (value !== undefined && value !== initial[name]) changed[name] = value;
  }
  return changed;
}
