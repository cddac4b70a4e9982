import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export function PricingSkeleton() {
  return (
    <PageSkeleton title="Plans & Pricing">
      <div className="grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
      <div className="mt-6 grid gap-4 lg:grid-cols-3">
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
      </div>
    </PageSkeleton>
  );
}
