import { callDefined } from "./fetcher.ts";
import type { ListOf, ListRoute, QueryOf, RowOf } from "./routes.ts";

/** Maximum rows per page of a list (decisions §5). */
const PAGE = 5_000;

interface ReadAllOptions<Asked extends ListRoute> {
  query?: QueryOf<Asked>;
  signal?: AbortSignal;
  /** Called after each page with the number of rows so far. */
  onProgress?: (rows: number) => void;
}

/** Returns every row of a list of `/v1`, read page after page. `list` is its name in the body. */
export async function readAll<Asked extends ListRoute>(
  accountId: string,
  route: Asked,
  list: ListOf<Asked>,
  { query, signal, onProgress }: ReadAllOptions<Asked> = {},
): Promise<RowOf<Asked>[]> {
  const rows: RowOf<Asked>[] = [];
  let cursor: string | undefined;
  do {
    const input = { ...query, limit: PAGE, cursor };
    const body: Record<string, unknown> = await callDefined(accountId, route, input, { signal });
    rows.push(...(body[list] as RowOf<Asked>[]));
    cursor = body.next_cursor as string | undefined;
    onProgress?.(rows.length);
  } while (cursor !== undefined);
  return rows;
}
