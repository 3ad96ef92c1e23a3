import { Skeleton } from "#components/ui/skeleton";

/** A placeholder while a view's code loads. */
export function ViewLoading() {
  return (
    <main>
      <div role="status" aria-label="Loading" className="p-5">
        <Skeleton className="h-32 w-full" />
      </div>
    </main>
  );
}
