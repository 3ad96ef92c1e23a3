import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { type CallOptions, call } from "./fetcher.ts";

interface Page<Row> {
  rows: Row[];
  next: string | null;
}

interface PagesOptions {
  accountId: string;
  /** The path below `/v1`. */
  path: string;
  /** The list's name in the body (decisions §5), also the first part of its cache key. */
  list: string;
  query: NonNullable<CallOptions["query"]>;
  /** Rows per page. */
  limit: number;
}

/** Any list of `/v1`, page after page. The previous rows stay visible while the filters change. */
export const pagesOf = <Row>({ accountId, path, list, query, limit }: PagesOptions) =>
  infiniteQueryOptions({
    queryKey: [list, accountId, query, limit],
    queryFn: async ({ pageParam, signal }): Promise<Page<Row>> => {
      const body = await call<Record<string, unknown>>(accountId, path, {
        query: { ...query, limit, cursor: pageParam },
        signal,
      });
      return { rows: body[list] as Row[], next: (body.next_cursor as string | undefined) ?? null };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
