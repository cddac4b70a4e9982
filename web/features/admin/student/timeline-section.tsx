import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Nothing, Section } from "./section.tsx";
import { type Described, type TimelineEvent, useTimeline } from "./student.ts";

interface TimelineSectionProps {
  readonly id: string;
  readonly describe: (event: TimelineEvent) => Described;
}

export function TimelineSection({ id, describe }: TimelineSectionProps) {
  const timeline = useTimeline(id);
  const events = timeline.data?.pages.flat();
  return (
    <Section title="Timeline">
      {timeline.error && (
        <LoadFailed
          text="The timeline could not be loaded."
          onRetry={timeline.refetch}
          busy={timeline.isFetching}
        />
      )}
      {timeline.isPending && <Skeleton className="h-40" />}
      {events?.length === 0 && <Nothing>Nothing happened yet.</Nothing>}
      <ol className="divide-y empty:hidden">
        {events?.map((event, index) => {
          const { text, more, by } = describe(event);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and only get older ones behind them
            <li key={index} className="grid gap-0.5 py-2">
              <p className="wrap-anywhere">{text}</p>
              {more && <p className="wrap-anywhere whitespace-pre-line text-sm">{more}</p>}
              <p className="wrap-anywhere text-muted text-sm">
                <time dateTime={event.at}>{formatInstant(new Date(event.at))}</time>
                {by && `, ${by}`}
              </p>
            </li>
          );
        })}
      </ol>
      {timeline.hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={timeline.isFetchingNextPage}
          onClick={() => timeline.fetchNextPage()}
        >
          Show earlier events
        </Button>
      )}
    </Section>
  );
}
