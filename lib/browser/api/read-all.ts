import { type CallOptions, call } from "./fetcher.ts";
import type { PathOf } from "./interface-path.ts";

/** Maximum rows per page of a list (decisions §5). */
const PAGE = 5_000;

interface ReadAllOptions {
  query?: CallOptions["query"];
  signal?: AbortSignal;
  /** Called after each page with the number of rows so far. */
  onProgress?: (rows: number) => void;
}

/** Returns every row of a list of `/v1`, read page after page. `key` is the list's name in the body. */
export async function readAll<Row>(
  accountId: string,
  path: PathOf<"GET">,
  key: string,
  { query, signal, onProgress }: ReadAllOptions = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const body: Record<string, unknown> = await call(accountId, path, {
      query: { ...query, limit: PAGE, cursor },
      ...(signal ? { signal } : {}),
    });
    rows.push(...(body[key] as Row[]));
    cursor = body.next_cursor as string | undefined;
    onProgress?.(rows.length);
  } while (cursor !== undefined);
  return rows;
}
