import { useEffect, useRef } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import type { DraftValues } from "./draft-storage.ts";
import { changedValues, type Draft, useDraft } from "./use-draft.ts";

/**
 * Keeps the changed fields of a form, and shows those that were kept. Only the fields in `saved` are kept, which has what
 * the server knows: leave out passwords.
 */
export function useFormDraft<Fields extends FieldValues>(
  name: string,
  saved: DraftValues,
  { watch, setValue }: Pick<UseFormReturn<Fields>, "watch" | "setValue">,
): Draft {
  const draft = useDraft(name);
  const latest = useRef({ saved, draft });
  latest.current = { saved, draft };
  useEffect(() => {
    const { kept } = latest.current.draft;
    for (const [field, value] of Object.entries(kept?.values ?? {}))
      setValue(field as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true });
    const { unsubscribe } = watch((typed, { type }) => {
      // Only what the user types, not what the form loads or resets.
      if (!type) return;
      latest.current.draft.keep(changedValues(typed as DraftValues, latest.current.saved));
    });
    return unsubscribe;
  }, [watch, setValue]);
  return draft;
}
