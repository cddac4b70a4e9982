import { useState } from "react";
import { type Draft, useDraft } from "./use-draft.ts";

interface KeptState<Value> {
  readonly value: Value;
  /** Keeps what the user chose or typed. */
  readonly change: (value: Value) => void;
  /** After sending it or throwing it away: shows this, and keeps nothing. */
  readonly restart: (value: Value) => void;
  readonly draft: Draft;
}

/** The state of a form with more than texts, of which the changed fields are kept until it is sent or thrown away. */
export function useKeptState<Value extends object>(form: string, initial: Value): KeptState<Value> {
  const draft = useDraft(form);
  const [value, setValue] = useState<Value>(() => {
    const kept = Object.entries(draft.kept?.values ?? {}).map(([field, text]) => [field, JSON.parse(text)]);
    return { ...initial, ...Object.fromEntries(kept) };
  });
  const change = (changed: Value) => {
    setValue(changed);
    const texts = Object.entries(changed).map(([field, now]) => [field, JSON.stringify(now)] as const);
    const before = initial as Record<string, unknown>;
    draft.keep(Object.fromEntries(texts.filter(([field, text]) => text !== JSON.stringify(before[field]))));
  };
  const restart = (next: Value) => {
    setValue(next);
    draft.forget();
  };
  return { value, change, restart, draft };
}
