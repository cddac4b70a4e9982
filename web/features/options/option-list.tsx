import { useState } from "react";
import { Link } from "react-router";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tab, TabPanel, Tabs, TabsList } from "../../ui/tabs.tsx";
import { useAddFromAddress } from "./add/add-from-address.ts";
import { ChosenRoundField } from "./details/chosen-round-field.tsx";
import { type ChosenRound, useOptionDetails } from "./details/details-request.ts";
import { WordsLegend } from "./details/words-legend.tsx";
import { OptionEntries } from "./entries/option-entries.tsx";
import { ProfileCard } from "./list/profile-card.tsx";
import type { StoredList } from "./list/stored-list.ts";
import { useOptionList } from "./list/use-option-list.ts";

const fallback = <Skeleton className="h-40" />;
const AddPanel = lazyPart(async () => (await import("./add/add-panel.tsx")).AddPanel, { fallback });
const WholeList = lazyPart(async () => (await import("./checks/whole-list.tsx")).WholeList, { fallback });
const RoundsPanel = lazyPart(async () => (await import("./rounds/rounds-panel.tsx")).RoundsPanel, {
  fallback,
});
const VersionsPanel = lazyPart(async () => (await import("./versions/versions-panel.tsx")).VersionsPanel, {
  fallback,
});
const PaperPanel = lazyPart(async () => (await import("./paper/paper-panel.tsx")).PaperPanel, { fallback });

interface Props {
  readonly list: StoredList;
  /** False while the list is the one that is kept on the device. */
  readonly isReachable: boolean;
  readonly announce: (text: string) => void;
}

export function OptionList({ list, isReachable, announce }: Props) {
  const { exam, entries, limit, versions } = list;
  const changes = useOptionList(exam, entries);
  const { shown: options, change } = changes;
  useAddFromAddress(options, change);
  const [tab, setTab] = useState("list");
  const [isAdding, setIsAdding] = useState(false);
  const [chosen, setChosen] = useState<ChosenRound>();
  const details = useOptionDetails(exam, options, isReachable ? list : undefined, chosen, true);
  const { detailsOf } = details;
  const isPending = changes.pendingCount > 0;
  const proposals = versions.filter(({ state }) => state === "proposed").length;
  return (
    <div className="flex flex-col gap-4">
      <div className="contents print:hidden">
        <ProfileCard list={list} canChange={isReachable} />
        <SaveState changes={changes} isReachable={isReachable} />
        {proposals > 0 && tab !== "versions" && (
          <Notice
            kind="info"
            title={
              proposals === 1
                ? "A counsellor proposes a version of your list."
                : `Counsellors propose ${proposals} versions of your list.`
            }
            action={
              <Button variant="secondary" onClick={() => setTab("versions")}>
                Look at it
              </Button>
            }
          />
        )}
        {details.error && (
          <LoadFailed
            text="The figures beside the options could not be loaded. Your list is safe."
            onRetry={details.refetch}
            busy={details.isFetching}
          />
        )}
      </div>
      <Tabs value={tab} onValueChange={setTab} className="min-w-0">
        <TabsList className="mb-4 print:hidden">
          <Tab value="list">List</Tab>
          <Tab value="whole">Checks</Tab>
          <Tab value="rounds">Rounds</Tab>
          <Tab value="versions">Versions</Tab>
          <Tab value="paper">Print</Tab>
        </TabsList>
        <TabPanel value="list" className="grid grid-cols-1 gap-4">
          {isAdding && <AddPanel {...{ list, options, chosen, announce }} onChange={change} />}
          <div className="flex flex-wrap items-end justify-between gap-3">
            <p className="tabular text-muted">
              {options.length} of {limit} options
            </p>
            {options.length > 0 && isReachable && (
              <ChosenRoundField exam={exam} chosen={chosen} onChoose={setChosen} />
            )}
            <Button
              variant={options.length === 0 ? "primary" : "secondary"}
              onClick={() => setIsAdding(!isAdding)}
            >
              {isAdding ? "Close" : "Add options"}
            </Button>
          </div>
          {options.length >= limit && <Full limit={limit} />}
          {options.length === 0 && !isAdding && (
            <EmptyState
              title="Your list is empty."
              text="Add what you want most first. You can change the order at any time."
            />
          )}
          {options.length > 0 && (
            <OptionEntries {...{ list, options, detailsOf, announce }} onChange={change} />
          )}
          {options.length > 0 && list.rank !== null && (
            <details>
              <summary className="cursor-pointer font-semibold">What the words mean</summary>
              <WordsLegend className="mt-2" />
            </details>
          )}
        </TabPanel>
        <TabPanel value="whole">
          <WholeList {...{ list, options, detailsOf }} onChange={change} />
        </TabPanel>
        <TabPanel value="rounds">
          <RoundsPanel {...{ list, options, detailsOf, isPending }} />
        </TabPanel>
        <TabPanel value="versions">
          <VersionsPanel {...{ list, options, isPending }} />
        </TabPanel>
        <TabPanel value="paper">
          <PaperPanel {...{ exam, options, detailsOf }} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

interface SaveStateProps {
  readonly changes: ReturnType<typeof useOptionList>;
  readonly isReachable: boolean;
}

/** Whether the list on the screen is the one on the server. */
function SaveState({ changes, isReachable }: SaveStateProps) {
  const { pendingCount, isUnsent, sendNow, refusal, dismissRefusal } = changes;
  const count = pendingCount === 1 ? "1 change is" : `${pendingCount} changes are`;
  if (refusal !== undefined)
    return (
      <Notice
        kind="danger"
        action={
          <Button variant="secondary" onClick={dismissRefusal}>
            OK
          </Button>
        }
      >
        {refusal}
      </Notice>
    );
  if (isUnsent || (!isReachable && pendingCount > 0))
    return (
      // It stays on the screen, because changes are made further down.
      <div data-kept-changes className="sticky top-16 z-10 print:hidden">
        <Notice
          kind="warning"
          action={
            <Button variant="secondary" onClick={sendNow}>
              Try again
            </Button>
          }
        >
          {count} kept on this device and will be sent when Maarga can be reached.
        </Notice>
      </div>
    );
  return (
    <p role="status" className="text-muted text-sm">
      {pendingCount > 0 ? "Saving…" : isReachable ? "Everything is saved." : ""}
    </p>
  );
}

function Full({ limit }: { limit: number }) {
  if (limit > 10) return <Notice kind="info">A list has at most {limit} options.</Notice>;
  return (
    <Notice
      kind="info"
      action={
        <Link to="/pricing" className={buttonClasses({ variant: "secondary" })}>
          See the plans
        </Link>
      }
    >
      Without a plan, a list has at most {limit} options. With a plan, it has hundreds.
    </Notice>
  );
}
