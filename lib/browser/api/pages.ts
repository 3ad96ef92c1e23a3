import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { callDefined } from "./fetcher.ts";
import type { ListOf, ListRoute, QueryOf, RowOf } from "./routes.ts";

interface Page<Row> {
  rows: Row[];
  next: string | null;
  /** Number of all matching rows, if it was asked for. */
  total: number | null;
  /** Sums over all matching rows, decimal amounts as text by field. */
  totals: Readonly<Record<string, string>>;
}

type Read = (cursor: string | null, signal: AbortSignal) => Promise<Record<string, unknown>>;

const readPages = <Row>(list: string, key: readonly unknown[], read: Read) =>
  infiniteQueryOptions({
    queryKey: [list, ...key],
    queryFn: async ({ pageParam, signal }): Promise<Page<Row>> => {
      const body = await read(pageParam, signal);
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

/** A list of rows as the options of a query. */
export type Pages<Row> = ReturnType<typeof readPages<Row>>;

interface PagesOptions<Asked extends ListRoute> {
  accountId: string;
  route: Asked;
  /** The list's name in the body (decisions §5), also the first part of its cache key. */
  list: ListOf<Asked>;
  query: QueryOf<Asked>;
  /** Returns what is sent for the query, if that is more than the query itself. */
  sent?: () => Promise<QueryOf<Asked>>;
  /** Rows per page. */
  limit: number;
  /** Counts all matching rows with the first page. */
  counted?: boolean;
}

/** Any list of `/v1`, page after page. The previous rows stay visible while the filters change. */
export const pagesOf = <Asked extends ListRoute>(options: PagesOptions<Asked>): Pages<RowOf<Asked>> => {
  const { accountId, route, list, query, sent, limit, counted = false } = options;
  return readPages(list, [accountId, query, limit], async (cursor, signal) => {
    const total = counted && cursor === null ? { include_total: "true" } : {};
    return callDefined(accountId, route, { ...(sent ? await sent() : query), limit, cursor, ...total }, { signal });
  });
};
