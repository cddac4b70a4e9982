import { type FormEvent, useState } from "react";
import { countText } from "../../../../domain/count-text.ts";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import type { Option } from "../../../../domain/options.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { ChangeFailure } from "../list/change-failure.tsx";
import type { StoredList, Version } from "../list/stored-list.ts";
import { CompareDialog } from "./compare-dialog.tsx";
import { useSaveVersion } from "./version-requests.ts";

interface Props {
  readonly list: StoredList;
  readonly options: readonly Option[];
  /** Changes of the list are not saved yet, so a version would be without them. */
  readonly isPending: boolean;
}

const STATES = {
  saved: "Saved",
  automatic: "Kept automatically",
  proposed: "Proposed",
  taken: "Taken",
  left: "Left",
} as const;

/** Versions with names: save one, compare it with another or with the list, go back to it. Proposals come first. */
export function VersionsPanel({ list, options, isPending }: Props) {
  const [opened, setOpened] = useState<Version>();
  const { versions, exam } = list;
  const proposals = versions.filter(({ state }) => state === "proposed");
  const others = versions.filter(({ state }) => state !== "proposed");
  return (
    <div className="grid grid-cols-1 gap-6">
      <SaveForm exam={exam} isDisabled={isPending || options.length === 0} />
      {isPending && <p className="text-muted text-sm">Your last changes are being saved first.</p>}
      {versions.length === 0 && (
        <p className="text-muted">No versions yet. Save one before you try something out.</p>
      )}
      <ul className="grid gap-2 empty:hidden">
        {[...proposals, ...others].map((version) => (
          <li
            key={version.id}
            className="grid gap-2 rounded-control border p-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
          >
            <div className="min-w-0">
              <p className="wrap-anywhere font-semibold">{version.name}</p>
              <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
                <Badge tone={version.state === "proposed" ? "highlight" : "neutral"}>
                  {STATES[version.state]}
                </Badge>
                {version.by && `by ${version.by}, `}
                {formatInstant(new Date(version.madeAt))}, {countText(version.count, "option")}
              </p>
              {version.words && <p className="wrap-anywhere mt-1 whitespace-pre-line">{version.words}</p>}
            </div>
            <Button
              size="small"
              variant={version.state === "proposed" ? "primary" : "secondary"}
              aria-label={`Compare “${version.name}”`}
              disabled={isPending}
              onClick={() => setOpened(version)}
            >
              Compare
            </Button>
          </li>
        ))}
      </ul>
      {opened && (
        <CompareDialog list={list} options={options} version={opened} onClose={() => setOpened(undefined)} />
      )}
    </div>
  );
}

/** The id is chosen at the first letter, so that a version that is sent again is saved once. */
const NO_NAME = { id: "", name: "" };

function SaveForm({ exam, isDisabled }: { exam: StoredList["exam"]; isDisabled: boolean }) {
  const { value, change, restart, draft } = useKeptState(`version ${exam}`, NO_NAME);
  const save = useSaveVersion(exam);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!value.name.trim() || save.isPending) return;
    save.mutate(value, {
      onSuccess: () => {
        toast.success("Version saved.");
        restart(NO_NAME);
      },
    });
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-3">
      <DraftNote draft={draft} onThrowAway={() => restart(NO_NAME)} />
      <div className="grid items-end gap-2 xs:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          label="Name of the version"
          placeholder="Before the mock"
          maxLength={80}
          value={value.name}
          onChange={({ target: { value: name } }) =>
            change(name === "" ? NO_NAME : { id: value.id || crypto.randomUUID(), name })
          }
        />
        <Button type="submit" busy={save.isPending} disabled={isDisabled || !value.name.trim()}>
          Save version
        </Button>
      </div>
      <ChangeFailure error={save.error} />
    </form>
  );
}
