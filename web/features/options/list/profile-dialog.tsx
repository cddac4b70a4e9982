import { useState } from "react";
import { tables } from "../../../backend/tables.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { ChangeFailure } from "./change-failure.tsx";
import { useListChange } from "./list-change.ts";
import {
  findProfileProblem,
  type ProfileProblem,
  type TypedProfile,
  typedProfileOf,
} from "./profile-form.ts";
import type { StoredList } from "./stored-list.ts";

const CATEGORIES = [
  { value: "GM", label: "General Merit" },
  { value: "1", label: "Category 1" },
  { value: "2A", label: "2A" },
  { value: "2B", label: "2B" },
  { value: "3A", label: "3A" },
  { value: "3B", label: "3B" },
  { value: "SC", label: "SC" },
  { value: "S1", label: "SC, group 1 (2026)" },
  { value: "S2", label: "SC, group 2 (2026)" },
  { value: "S3", label: "SC, group 3 (2026)" },
  { value: "S4", label: "SC, group 4 (2026)" },
  { value: "ST", label: "ST" },
];

interface Props {
  readonly list: StoredList;
  readonly onClose: () => void;
}

export function ProfileDialog({ list, onClose }: Props) {
  const saved = typedProfileOf(list);
  const { value: typed, change, restart, draft } = useKeptState(`figures ${list.exam}`, saved);
  const [problem, setProblem] = useState<ProfileProblem>();
  const describe = useListChange(list.exam, (profile: TypedProfile) =>
    tables().rpc("describe_option_list", {
      exam: list.exam,
      // Without a value, the figure is removed.
      rank: (profile.rank === "" ? null : Number(profile.rank.replaceAll(",", ""))) as number,
      category: profile.category,
      is_rural: profile.isRural,
      is_kannada_medium: profile.isKannadaMedium,
      is_371j: profile.is371j,
      fee_limit: (profile.feeLimit === "" ? null : Number(profile.feeLimit.replaceAll(",", ""))) as number,
    }),
  );
  const set = (part: Partial<TypedProfile>) => change({ ...typed, ...part });
  const forget = () => restart(saved);
  const save = () => {
    const found = findProfileProblem(typed);
    setProblem(found);
    if (found) return;
    describe.mutate(typed, {
      onSuccess: () => {
        draft.forget();
        onClose();
      },
    });
  };
  const errorOf = (field: ProfileProblem["field"]) => (problem?.field === field ? problem.text : undefined);
  const isComedk = list.exam === "COMEDK";
  return (
    <FormDialog
      title="What the figures are for"
      description="As on your verification slip. Only you, and the counsellors who help you, see this."
      submit="Save"
      busy={describe.isPending}
      onSubmit={save}
      onClose={onClose}
      onCancel={() => {
        forget();
        onClose();
      }}
    >
      <DraftNote draft={draft} onThrowAway={forget} />
      <TextField
        label="Rank"
        optional
        inputMode="decimal"
        hint="The rank of this merit list. It may have decimals."
        value={typed.rank}
        error={errorOf("rank")}
        onChange={({ target }) => set({ rank: target.value })}
      />
      {!isComedk && (
        <SelectField
          label="Category"
          value={typed.category}
          options={CATEGORIES}
          onChange={({ target }) => set({ category: target.value })}
        />
      )}
      {!isComedk && (
        <div className="grid">
          <Switch label="Rural" checked={typed.isRural} onCheckedChange={(isRural) => set({ isRural })} />
          <Switch
            label="Kannada medium"
            checked={typed.isKannadaMedium}
            onCheckedChange={(isKannadaMedium) => set({ isKannadaMedium })}
          />
          <Switch
            label="371(J), Kalyana Karnataka"
            checked={typed.is371j}
            onCheckedChange={(is371j) => set({ is371j })}
          />
        </div>
      )}
      <TextField
        label="Most that the family can pay a year, in rupees"
        optional
        inputMode="numeric"
        hint="Costlier seats are marked before you list them."
        value={typed.feeLimit}
        error={errorOf("feeLimit")}
        onChange={({ target }) => set({ feeLimit: target.value })}
      />
      <ChangeFailure error={describe.error} />
    </FormDialog>
  );
}
