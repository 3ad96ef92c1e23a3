import { words } from "#components/appointments/words.ts";
import { Skeleton } from "#components/ui/skeleton";

const COLUMNS = ["first", "second", "third", "fourth", "fifth"];
const ITEMS = [
  { name: "early", height: "h-8" },
  { name: "long", height: "h-16" },
  { name: "short", height: "h-8" },
  { name: "noon", height: "h-12" },
  { name: "late", height: "h-8" },
];

/** The outline of the calendar while it loads. */
export function GridSkeleton() {
  return (
    <div
      role="status"
      aria-label={words.loading}
      className="flex h-[max(26rem,calc(100dvh-13rem))] gap-3 overflow-hidden p-3 pl-16"
    >
      {COLUMNS.map((column, index) => (
        <div
          key={column}
          className={index > 1 ? "flex flex-1 flex-col gap-3 max-sm:hidden" : "flex flex-1 flex-col gap-3"}
        >
          <Skeleton className="h-5 w-24" />
          {ITEMS.map(({ name, height }) => (
            <Skeleton key={name} className={`${height} w-full`} />
          ))}
        </div>
      ))}
    </div>
  );
}
