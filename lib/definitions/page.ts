import { z } from "zod";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { isStorable } from "#lib/kernel/storable-text";
import { wholeNumberUpTo } from "#lib/kernel/whole-number";
import { openedCursor, sealedCursor } from "./sealed-cursor.ts";

const MAX_LIMIT = 5_000;
const MAX_PAGE_SIZE = 1_000;
/** So far a list is numbered at most: the place of a row stays an exact number. */
const MAX_PAGE = 1_000_000_000;
const DEFAULT_LIMIT = 100;

/** Returns an optional parameter that is a whole number from 1. */
const numberUpTo = (most: number) => wholeNumberUpTo(most).optional();

/** Returns the parameters by which a list with this default limit is read in pages (decisions §5, additions §1). */
export const pageQueryOf = (defaultLimit: number) => ({
  limit: numberUpTo(MAX_LIMIT).meta({ description: "Rows per page, 1 to 5,000", default: defaultLimit }),
  cursor: z.string().optional().describe("`next_cursor` of the page before"),
  page: numberUpTo(MAX_PAGE).describe(
    "Number of the page, from 1, in place of `limit` and `cursor`: the answer has `pagination`. Rows that are added or removed meanwhile shift such pages",
  ),
  // Clients that fill in defaults send both: `limit` alone has one.
  page_size: numberUpTo(MAX_PAGE_SIZE).describe(`Rows per numbered page, 1 to 1,000; ${DEFAULT_LIMIT} without it`),
});

/** The parameters of a list with the usual default limit. */
export const pageQuery = pageQueryOf(DEFAULT_LIMIT);

/** The parameters of `pageQueryOf` as a request gives them. */
interface AskedPage {
  limit?: number | undefined;
  cursor?: string | undefined;
  page?: number | undefined;
  page_size?: number | undefined;
}

const isNumbered = ({ page, page_size }: AskedPage): boolean => page !== undefined || page_size !== undefined;

/** Check of a query: pages are asked for by number, or by cursor. */
export const oneKindOfPage = z.superRefine<AskedPage>((asked, context) => {
  if (!isNumbered(asked)) return;
  for (const name of ["limit", "cursor"] as const)
    if (asked[name] !== undefined)
      context.addIssue({ code: "custom", path: [name], message: "must not be given with page or page_size" });
});

/** The rows that a request asks for: so many, after those of the numbered pages before; null where a cursor names the place. */
export interface Extent {
  limit: number;
  offset: number | null;
}

/** Returns the rows that a request asks for, of a list with this default limit. */
export function extentOf(asked: AskedPage, defaultLimit: number = DEFAULT_LIMIT): Extent {
  if (!isNumbered(asked)) return { limit: asked.limit ?? defaultLimit, offset: null };
  const { page = 1, page_size: limit = DEFAULT_LIMIT } = asked;
  return { limit, offset: (page - 1) * limit };
}

/** How the answer of a list goes on: by a cursor, absent on the last page, or by the numbers of pages. */
export const furtherPages = {
  next_cursor: z.string().optional(),
  pagination: z
    .object({
      page: z.number().int(),
      page_size: z.number().int(),
      total_pages: z.number().int(),
      total: z.number().int().describe("Number of all matching rows"),
    })
    .optional()
    .describe("Only with `page` or `page_size`"),
};

/**
 * Encodes the position after a row, which are the values that the list is ordered by, sealed. It names no row, so that a
 * list goes on where a row was that has gone.
 */
export const encodeCursor = (position: readonly (string | number)[]): string => sealedCursor(JSON.stringify(position));

/** Decodes a cursor and validates its values against the list's shape. Throws `invalid`. */
export function decodeCursor<Shape extends z.ZodType>(cursor: string, shape: Shape): z.infer<Shape> {
  try {
    // Cursors of the version before are not sealed: who reads a list during an upgrade goes on.
    const text = openedCursor(cursor) ?? Buffer.from(cursor, "base64url").toString("utf8");
    const position = shape.parse(JSON.parse(text));
    if (Object.values(position as object).some((part) => typeof part === "string" && !isStorable(part)))
      throw new Error();
    return position;
  } catch {
    throw invalid(problem("cursor", "must be the next_cursor of an earlier page of this list"));
  }
}

/**
 * Splits a result into a page and how the list goes on. A result by cursor was read with one extra row; one by number has `total`, the
 * number of all matching rows.
 */
export function toPage<Row extends { position: Record<string, string> }>(
  rows: Row[],
  { limit, offset }: Extent,
  total?: number,
) {
  if (offset !== null) {
    const [page, all] = [offset / limit + 1, total ?? 0];
    return {
      page: rows,
      pagination: { page, page_size: limit, total_pages: Math.ceil(all / limit), total: all },
    };
  }
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, ...(rows.length > limit && last ? { next_cursor: encodeCursor(Object.values(last.position)) } : {}) };
}
