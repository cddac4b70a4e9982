import { useMemo, useState } from "react";
import type { Option } from "../../../../domain/options.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { toast } from "../../../ui/toast.ts";
import { useOptionDetails } from "../details/details-request.ts";
import { ChangeFailure } from "../list/change-failure.tsx";
import type { StoredList, Version } from "../list/stored-list.ts";
import { ComparisonView } from "./comparison-view.tsx";
import {
  useDeleteVersion,
  useLeaveProposal,
  useRestoreVersion,
  useVersionEntries,
} from "./version-requests.ts";

interface Props {
  readonly list: StoredList;
  readonly options: readonly Option[];
  readonly version: Version;
  readonly onClose: () => void;
}

const CURRENT = "";

/** A version beside the list as it is, or beside another version, with what can be done with it. */
export function CompareDialog({ list, options, version, onClose }: Props) {
  const [otherId, setOtherId] = useState(CURRENT);
  const entries = useVersionEntries(list.exam, version.id);
  const other = useVersionEntries(list.exam, otherId || undefined);
  const restore = useRestoreVersion(list.exam);
  const leave = useLeaveProposal(list.exam);
  const remove = useDeleteVersion(list.exam);
  const isProposal = version.state === "proposed";
  const isBusy = restore.isPending || leave.isPending || remove.isPending;
  const finish = (text: string) => () => {
    toast.success(text);
    onClose();
  };
  const before = otherId ? other.data : options;
  const seats = useMemo(
    () => [...options, ...(entries.data ?? []), ...(other.data ?? [])],
    [options, entries.data, other.data],
  );
  const { detailsOf } = useOptionDetails(list.exam, seats, list, undefined);
  const failed = [entries, other].find(({ error }) => error);
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={version.name}
      description={version.words ?? undefined}
      footer={
        <>
          <Button
            variant="secondary"
            disabled={isBusy}
            onClick={() =>
              isProposal
                ? leave.mutate(version.id, { onSuccess: finish("Proposal left. Your list is as it was.") })
                : remove.mutate(version.id, { onSuccess: finish("Version deleted.") })
            }
          >
            {isProposal ? "Leave it" : "Delete"}
          </Button>
          <Button
            busy={restore.isPending}
            disabled={isBusy}
            onClick={() =>
              restore.mutate(version.id, {
                onSuccess: finish(isProposal ? "Proposal taken." : "Your list is this version again."),
              })
            }
          >
            {isProposal ? "Take it" : "Go back to it"}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <SelectField
          label="Compare with"
          value={otherId}
          options={[
            { value: CURRENT, label: "Your list now" },
            ...list.versions.flatMap(({ id, name }) =>
              id === version.id ? [] : [{ value: id, label: name }],
            ),
          ]}
          onChange={({ target }) => setOtherId(target.value)}
        />
        <ChangeFailure error={restore.error ?? leave.error ?? remove.error} />
        {failed && <LoadFailed onRetry={failed.refetch} busy={failed.isFetching} />}
        {!failed && !(before && entries.data) && <p role="status">Loading...</p>}
        {before && entries.data && (
          <ComparisonView before={before} after={entries.data} detailsOf={detailsOf} />
        )}
        <p className="text-muted text-sm">
          What your list is now is kept as a version, so you can always come back.
        </p>
      </div>
    </Dialog>
  );
}
