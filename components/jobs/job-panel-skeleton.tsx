import { Skeleton } from "#components/ui/skeleton";
import { words } from "./words.ts";

/** Shows the shape of a job's panel while it loads. */
export function JobPanelSkeleton() {
  return (
    <div role="status" aria-label={words.loadingTheJob} className="flex flex-col gap-6">
      <Skeleton className="h-14 w-48" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}
