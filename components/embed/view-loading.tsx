import { Skeleton } from "#components/ui/skeleton";
import { words } from "./view-words.ts";

/** A placeholder while a view's code loads. */
export function ViewLoading() {
  return (
    <main>
      <div role="status" aria-label={words.loading} className="p-5">
        <Skeleton className="h-32 w-full" />
      </div>
    </main>
  );
}
