import { useEffect, useState } from "react";
import { type Draft, useDraft } from "./use-draft.ts";

interface KeptState<Value> {
  readonly value: Value;
  /** Whether the value differs from the initial one. */
  readonly isChanged: boolean;
  /** Keeps what the user chose or typed. */
  readonly change: (value: Value) => void;
  /** After sending it or throwing it away: shows this, and keeps nothing. */
  readonly restart: (value: Value) => void;
  readonly draft: Draft;
}

/**
 * The state of a form with more than texts, of which the changed fields are kept until it is sent or thrown away. The
 * others follow the initial value, which may change while the form is open.
 */
export function useKeptState<Value extends object>(form: string, initial: Value): KeptState<Value> {
  const draft = useDraft(form);
  const [changed, setChanged] = useState<Partial<Value>>(() => {
    const kept = Object.entries(draft.kept?.values ?? {}).map(([field, text]) => [field, JSON.parse(text)]);
    return Object.fromEntries(kept);
  });
  const value = { ...initial, ...changed };
  const differing = differingFields(value, initial);
  // A field that was saved is not changed any more.
  useEffect(() => {
    if (Object.keys(differing).length < Object.keys(changed).length) setChanged(differing);
  });
  const change = (next: Value) => {
    const fields = differingFields(next, initial);
    setChanged(fields);
    draft.keep(
      Object.fromEntries(Object.entries(fields).map(([field, now]) => [field, JSON.stringify(now)])),
    );
  };
  const restart = (next: Value) => {
    setChanged(differingFields(next, initial));
    draft.forget();
  };
  return { value, isChanged: Object.keys(differing).length > 0, change, restart, draft };
}

function differingFields<Value extends object>(value: Value, initial: Value): Partial<Value> {
  const before = initial as Record<string, unknown>;
  const fields = Object.entries(value).filter(
    ([field, now]) => JSON.stringify(now) !== JSON.stringify(before[field]),
  );
  return Object.fromEntries(fields) as Partial<Value>;
}
