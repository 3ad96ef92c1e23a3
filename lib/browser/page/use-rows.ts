import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { pagesOf } from "#lib/browser/api/pages";

/** Returns the loaded rows of a list, the state of its query, and the function that loads more. */
export function useRows<Row>(options: ReturnType<typeof pagesOf<Row>>) {
  const query = useInfiniteQuery(options);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { query, rows, more: hasNextPage ? more : undefined };
}
