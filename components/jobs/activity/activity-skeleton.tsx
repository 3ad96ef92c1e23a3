import { Skeleton } from "#components/ui/skeleton";

const ROWS = Array.from({ length: 12 }, (_, index) => `row ${index}`);

/** Shows the shape of the list while it loads. */
export function ActivitySkeleton() {
  return (
    <div role="status" aria-label="Loading the jobs" className="divide-y divide-line pt-8">
      {ROWS.map((row) => (
        <div key={row} className="flex h-10 items-center gap-6 px-4">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 w-28 max-sm:hidden" />
          <span className="flex-1" />
          <Skeleton className="h-5 w-24 rounded-full" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}
