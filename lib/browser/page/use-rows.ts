import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { Pages } from "#lib/browser/api/pages";

/**
 * Returns the loaded rows of a list, the state of its query, the function that loads more, and the number and sums of
 * all matching rows if the list asks for them.
 */
export function useRows<Row>(options: Pages<Row>) {
  const query = useInfiniteQuery(options);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const first = data?.pages[0];
  return {
    query,
    rows,
    more: hasNextPage ? more : undefined,
    /** How many rows are loaded (null while the first are loading), and how many there are, if they were counted. */
    counted: {
      loaded: query.isPending ? null : rows.length,
      total: first?.total ?? null,
      hasMore: hasNextPage,
    },
    totals: first?.totals ?? {},
    /** Identifies the list; rows of another one that are shown meanwhile have a key of their own. */
    listKey: `${JSON.stringify(options.queryKey)}${query.isPlaceholderData ? " before" : ""}`,
  };
}
