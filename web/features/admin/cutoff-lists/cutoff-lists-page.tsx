import { useSearchParams } from "react-router";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Tab, TabPanel, Tabs, TabsList } from "../../../ui/tabs.tsx";
import { AddList } from "./add-list.tsx";
import { EditionItem, EditionText } from "./edition-item.tsx";
import { type Edition, useEditions } from "./editions.ts";

export const meta = () => [{ title: "Cut-off lists · Maarga" }];

const TITLE = {
  title: "Cut-off Lists",
  text: "New lists are read from KEA's PDF, compared with the list before, and then published.",
};

export const handle = { skeleton: <PageSkeleton {...TITLE} /> };

const STATES = [
  { state: "preview", name: "Previews", empty: "No list waits to be published." },
  { state: "current", name: "Published", empty: "No list is published." },
  { state: "replaced", name: "Replaced", empty: "No edition has been replaced by a newer one." },
] as const;

export default function CutoffListsPage() {
  const [params, setParams] = useSearchParams();
  const editions = useEditions();
  const shown = STATES.find(({ state }) => state === params.get("state")) ?? STATES[0];
  const inState = (wanted: string) => editions.data?.filter(({ state }) => state === wanted);
  return (
    <>
      <PageTitle {...TITLE} />
      <div className="grid gap-6">
        <AddList />
        <Tabs
          value={shown.state}
          onValueChange={(state) => setParams({ state }, { replace: true })}
          className="grid gap-4"
        >
          <TabsList aria-label="Editions by state">
            {STATES.map(({ state, name }) => (
              <Tab key={state} value={state}>
                {name} {editions.data && <span className="tabular text-muted">{inState(state)?.length}</span>}
              </Tab>
            ))}
          </TabsList>
          <TabPanel value={shown.state}>
            {editions.error ? (
              <LoadFailed onRetry={editions.refetch} busy={editions.isFetching} />
            ) : (
              <Editions editions={inState(shown.state)} {...shown} />
            )}
          </TabPanel>
        </Tabs>
      </div>
    </>
  );
}

interface EditionsProps {
  readonly editions: readonly Edition[] | undefined;
  readonly name: string;
  readonly empty: string;
}

function Editions({ editions, name, empty }: EditionsProps) {
  if (!editions) return <Skeleton className="h-60" />;
  if (editions.length === 0) return <EmptyState title={empty} />;
  return (
    <ul aria-label={name} className="divide-y divide-line rounded-card border border-line bg-card">
      {editions.map((edition) =>
        edition.state === "current" ? (
          <li key={edition.edition_id} className="p-4">
            <EditionText edition={edition} />
          </li>
        ) : (
          <EditionItem key={edition.edition_id} edition={edition} />
        ),
      )}
    </ul>
  );
}
