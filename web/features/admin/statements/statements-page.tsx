import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { Button, buttonClasses } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { usePaging, useReturnToFirstPage } from "../../../ui/paging.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Tab, TabPanel, Tabs, TabsList } from "../../../ui/tabs.tsx";
import { AddStatement } from "./add-statement.tsx";
import { CertainLines } from "./certain-lines.tsx";
import { LINE_STATES, type LineState, PAGE_SIZE, useLineCounts, useLines } from "./lines.ts";
import { OtherLines } from "./other-lines.tsx";

export const meta = () => [{ title: "Bank statements · Maarga" }];

const TITLE = {
  title: "Bank statements",
  text: "Which payments have arrived, and which orders they pay.",
};

export const handle = { skeleton: <PageSkeleton {...TITLE} /> };

const NAMES: Readonly<Record<LineState, string>> = {
  certain: "Certain",
  suggested: "Suggestions",
  open: "Unexplained",
  explained: "Explained",
  confirmed: "Confirmed",
};

const EMPTY: Readonly<Record<LineState, string>> = {
  certain: "No line certainly pays an order.",
  suggested: "No line probably pays an order.",
  open: "Every line is confirmed or explained.",
  explained: "No line has been explained.",
  confirmed: "No line has been confirmed yet.",
};

export default function StatementsPage() {
  const paging = usePaging();
  const { params, page, change } = paging;
  const state = LINE_STATES.find((known) => known === params.get("state")) ?? "certain";
  const { counts, left } = useLineCounts();
  const lines = useLines(state, page, counts.isSuccess);
  useReturnToFirstPage(lines.data, paging);
  const failed = counts.error ? counts : lines;
  return (
    <>
      <PageTitle
        {...TITLE}
        action={
          <Link to="/payments" className={buttonClasses({ variant: "secondary" })}>
            <ArrowLeft aria-hidden className="size-5" />
            Payments
          </Link>
        }
      />
      <div className="grid gap-6">
        <AddStatement />
        <p role="status" className="text-muted empty:hidden">
          {left > 0 && counts.isFetching && (
            <>
              The lines are compared with the orders …{/* Announcing each number would take all the time. */}
              <span aria-hidden className="tabular">
                {" "}
                About {left.toLocaleString("en-IN")} to go.
              </span>
            </>
          )}
        </p>
        <Tabs value={state} onValueChange={(value) => change({ state: value })} className="grid gap-4">
          <TabsList aria-label="Lines by state">
            {LINE_STATES.map((known) => (
              <Tab key={known} value={known}>
                {NAMES[known]}{" "}
                {counts.data && <span className="tabular text-muted">{counts.data[known]}</span>}
              </Tab>
            ))}
          </TabsList>
          <TabPanel value={state} className="grid gap-4">
            {failed.error ? (
              <LoadFailed onRetry={failed.refetch} busy={failed.isFetching} />
            ) : !lines.data ? (
              <Skeleton className="h-60" />
            ) : lines.data.length === 0 ? (
              <EmptyState title={EMPTY[state]} />
            ) : state === "certain" ? (
              <CertainLines lines={lines.data} />
            ) : (
              <OtherLines key={state} state={state} lines={lines.data} />
            )}
            <MoreLines page={page} total={counts.data?.[state] ?? 0} onPage={(to) => change({ page: to })} />
          </TabPanel>
        </Tabs>
      </div>
    </>
  );
}

interface MoreLinesProps {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

function MoreLines({ page, total, onPage }: MoreLinesProps) {
  const pages = Math.ceil(total / PAGE_SIZE);
  if (pages < 2) return null;
  return (
    <nav aria-label="Pages" className="flex items-center gap-3">
      <Button variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span className="tabular">
        Page {page} of {pages}
      </span>
      <Button variant="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
