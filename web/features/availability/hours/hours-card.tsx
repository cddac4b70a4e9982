import { Card } from "../../../ui/card.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { HoursForm } from "./hours-form.tsx";
import { useWeek } from "./weekly-hours.ts";

export function HoursCard() {
  const week = useWeek();
  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-xl">Weekly hours</h2>
        <p className="text-muted">
          In Indian time. Calls that are booked stay, also outside of the hours that you choose.
        </p>
      </div>
      {week.error ? (
        <LoadFailed onRetry={week.refetch} busy={week.isFetching} />
      ) : week.data ? (
        <HoursForm saved={week.data} />
      ) : (
        <Skeleton className="h-60" />
      )}
    </Card>
  );
}
