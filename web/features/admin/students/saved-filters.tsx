import { useState } from "react";
import { PERSON_SORTS } from "../../../../domain/student-columns.ts";
import { useSavedFilters } from "../../../queries/saved-filters.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { ListState } from "./list-state.ts";

const SaveFilterDialog = lazyPart(async () => (await import("./save-filter-dialog.tsx")).SaveFilterDialog);

interface SavedFiltersProps {
  readonly state: ListState;
  readonly onChoose: (chosen: Partial<ListState>) => void;
}

/** The filters that admins have saved for all admins, with their columns and order. */
export function SavedFilters({ state, onChoose }: SavedFiltersProps) {
  const saved = useSavedFilters();
  const [isSaving, setSaving] = useState(false);
  const chosen = saved.data?.find(({ filter }) => JSON.stringify(filter) === JSON.stringify(state.filter));
  const choose = (id: string) => {
    const found = saved.data?.find((candidate) => candidate.id === id);
    if (!found) return onChoose({ filter: {} });
    const { filter, columns, sort } = found;
    onChoose({ filter, columns, page: 1, ...(PERSON_SORTS.includes(sort) && { sort }) });
  };
  return (
    <>
      <SelectField
        label="Saved filter"
        className="w-full xs:w-48"
        value={chosen?.id ?? ""}
        options={[
          { value: "", label: "None" },
          ...(saved.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ target }) => choose(target.value)}
      />
      <Button variant="secondary" onClick={() => setSaving(true)}>
        Save filter…
      </Button>
      {isSaving && <SaveFilterDialog state={state} saved={chosen} onClose={() => setSaving(false)} />}
    </>
  );
}
