import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { type CallOptions, call } from "./fetcher.ts";
import type { PathOf } from "./interface-path.ts";

interface Page<Row> {
  rows: Row[];
  next: string | null;
  /** Number of all matching rows, if it was asked for. */
  total: number | null;
  /** Sums over all matching rows, decimal amounts as text by field. */
  totals: Readonly<Record<string, string>>;
}

interface PagesOptions {
  accountId: string;
  /** The path below `/v1`. */
  path: PathOf<"GET">;
  /** The list's name in the body (decisions §5), also the first part of its cache key. */
  list: string;
  query: NonNullable<CallOptions["query"]>;
  /** Rows per page. */
  limit: number;
  /** Counts all matching rows with the first page. */
  counted?: boolean;
}

/** Any list of `/v1`, page after page. The previous rows stay visible while the filters change. */
export const pagesOf = <Row>({ accountId, path, list, query, limit, counted = false }: PagesOptions) =>
  infiniteQueryOptions({
    queryKey: [list, accountId, query, limit],
    queryFn: async ({ pageParam, signal }): Promise<Page<Row>> => {
      const body = await call<Record<string, unknown>>(accountId, path, {
        query: { ...query, limit, cursor: pageParam, ...(counted && pageParam === null && { include_total: "true" }) },
        signal,
      });
      return {
        rows: body[list] as Row[],
        next: (body.next_cursor as string | undefined) ?? null,
        total: (body.total as number | undefined) ?? null,
        totals: (body.totals as Record<string, string> | undefined) ?? {},
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
