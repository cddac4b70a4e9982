import { useState } from "react";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { describeSecurityEvent } from "../../../../domain/security-events.ts";
import { Button } from "../../../ui/button.tsx";
import { cn } from "../../../ui/class-names.ts";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AccountSection } from "../account-section.tsx";
import { type Activity, useActivities } from "./activity.ts";

export function RecentActivity() {
  return (
    <AccountSection
      title="Recent activity"
      text="Sign-ins, failed attempts and changes. If something here was not you, change your password."
    >
      <Content />
    </AccountSection>
  );
}

function Content() {
  const [page, setPage] = useState(1);
  const { data, isError, isFetching, isPlaceholderData, refetch } = useActivities(page);
  if (isError) return <LoadFailed onRetry={refetch} busy={isFetching} />;
  if (!data)
    return (
      <div role="status" className="grid w-full gap-3">
        <span className="sr-only">Loading your activity</span>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    );
  const { activities, hasOlder } = data;
  return (
    <>
      {activities.length === 0 && <p className="text-muted">Nothing yet.</p>}
      <ol aria-busy={isPlaceholderData} className={cn("w-full divide-y", isPlaceholderData && "opacity-60")}>
        {activities.map((activity) => (
          <ActivityEntry key={activity.id} activity={activity} />
        ))}
      </ol>
      {(page > 1 || hasOlder) && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button
            variant="secondary"
            disabled={!hasOlder || isPlaceholderData}
            onClick={() => setPage(page + 1)}
          >
            Older
          </Button>
        </div>
      )}
    </>
  );
}

function ActivityEntry({ activity: { at, kind, address, device, details } }: { activity: Activity }) {
  return (
    <li className="py-3 first:pt-0">
      <p className="wrap-anywhere">{describeSecurityEvent(kind, details)}</p>
      <p className="wrap-anywhere text-muted text-sm">
        <time dateTime={at.toISOString()}>{formatInstant(at)}</time>
        {device && ` · ${device}`}
        {address && ` · ${address}`}
      </p>
    </li>
  );
}
