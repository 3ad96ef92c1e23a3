import { Skeleton } from "./skeleton.tsx";

/** Shows the shape of a loading table. `label` names what is loading, `rows` is the usual number of rows. */
export function TableSkeleton({ label, rows = 12 }: { label: string; rows?: number | undefined }) {
  return (
    <div role="status" aria-label={label} className="divide-y divide-line pt-8">
      {Array.from({ length: rows }, (_, index) => `row ${index}`).map((row) => (
        <div key={row} className="flex h-10 items-center gap-6 px-4">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-28 max-sm:hidden" />
          <span className="flex-1" />
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}
