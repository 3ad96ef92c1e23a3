import { Skeleton } from "#components/ui/skeleton";

/** The place of a view while its code loads. */
export function ViewLoading() {
  return (
    <main>
      <div role="status" aria-label="Loading" className="p-5">
        <Skeleton className="h-32 w-full" />
      </div>
    </main>
  );
}
