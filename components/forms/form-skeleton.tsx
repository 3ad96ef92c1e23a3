import { Skeleton } from "#components/ui/skeleton";
import { words } from "./words.ts";

const FIELDS = ["a", "b", "c", "d", "e"];

/** Shows the shape of a form while its code loads. */
export function FormSkeleton() {
  return (
    <div role="status" aria-label={words.loadingTheForm} className="flex flex-col gap-4">
      {FIELDS.map((field) => (
        <div key={field} className="flex flex-col gap-1">
          <Skeleton className="h-5 w-28" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  );
}
