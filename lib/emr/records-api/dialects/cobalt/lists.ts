import { z } from "zod";
import { EmrError } from "#lib/emr/port/port";
import type { Remote } from "#lib/emr/records-api/remote";
import { fullIdOf } from "#lib/emr/records-api/rows";
import { pagesIn, rowsIn } from "./answers.ts";

/** The most rows that a page has. */
export const PAGE_ROWS = 100;

/** A place in a list, as a cursor carries it. */
export const listPlace = z.object({
  page: z.number().int().positive(),
  /** Rows that came before. */
  seen: z.number().int().nonnegative(),
  /** Rows of the whole list, as its first page stated them. */
  total: z.number().int().nonnegative().nullable(),
  /** Id of the first row of the page before. */
  first: z.string().nullable(),
});

export type ListPlace = z.infer<typeof listPlace>;

export const LIST_START: ListPlace = { page: 1, seen: 0, total: null, first: null };

/** A list of the remote. */
export interface ListOf {
  path: string;
  /** Names under which an answer may have it. */
  names: readonly [string, ...string[]];
  query?: Record<string, string>;
  /** Fields that identify a row. */
  ids: readonly string[];
}

export interface ListRows {
  rows: unknown[];
  /** The next page; null after the last one. */
  next: ListPlace | null;
  /** Why the list may not be whole, known at its end. */
  doubt: string | null;
}

const CUT = "The EMR's list may be cut: it answers each page alike";
const SHRUNK = "The EMR's list changed while it was read";

/** Reads a page; a remote that refuses the parameters of pages is asked without them. */
async function answerOf(remote: Remote, { path, query = {} }: ListOf, { page }: ListPlace, signal: AbortSignal) {
  try {
    return await remote.get(path, { ...query, page: String(page), page_size: String(PAGE_ROWS) }, signal);
  } catch (error) {
    if (page > 1 || !(error instanceof EmrError) || error.status !== 400) throw error;
    return remote.get(path, query, signal);
  }
}

/** Returns whether another page follows, by what the remote states, else by whether this one is full. */
function goesOn(rows: readonly unknown[], at: ListPlace, pages: ReturnType<typeof pagesIn>): boolean {
  if (rows.length === 0) return false;
  if (pages?.totalPages !== null && pages?.totalPages !== undefined) return at.page < pages.totalPages;
  if (pages?.totalCount !== null && pages?.totalCount !== undefined) return at.seen + rows.length < pages.totalCount;
  // A longer list than a page can be is the whole one, of a remote that does not page it.
  return rows.length === (pages?.size ?? PAGE_ROWS);
}

/** Reads the page at a place of a list. A list that repeats its first page, or loses rows meanwhile, is in doubt. */
export async function readList(remote: Remote, list: ListOf, at: ListPlace, signal: AbortSignal): Promise<ListRows> {
  const body = await answerOf(remote, list, at, signal);
  const rows = rowsIn(body, ...list.names);
  const pages = pagesIn(body);
  const first = fullIdOf(rows[0], list.ids);
  const isRepeated = at.page > 1 && first !== null && first === at.first;
  if (isRepeated) return { rows: [], next: null, doubt: CUT };
  const total = at.total ?? pages?.totalCount ?? null;
  const seen = at.seen + rows.length;
  if (goesOn(rows, at, pages)) return { rows, next: { page: at.page + 1, seen, total, first }, doubt: null };
  const last = pages?.totalCount ?? total;
  const lacks = total !== null && last !== null && (last < total || seen < last);
  return { rows, next: null, doubt: lacks ? SHRUNK : null };
}

/** Reads a list from its first page on, at most so many pages. Throws EmrErrors. */
export async function readWhole(
  remote: Remote,
  list: ListOf,
  mostPages: number,
  signal: AbortSignal,
): Promise<unknown[]> {
  const rows: unknown[] = [];
  let at: ListPlace | null = LIST_START;
  for (let pages = 0; at && pages < mostPages; pages++) {
    const read: ListRows = await readList(remote, list, at, signal);
    rows.push(...read.rows);
    at = read.next;
  }
  return rows;
}
