import { z } from "zod";
import { invalid } from "#lib/kernel/api-error";
import { problem } from "#lib/kernel/field-error";
import { isStorable } from "#lib/kernel/storable-text";

const LARGEST_PAGE = 5_000;
const limitProblem = `must be a whole number from 1 to ${LARGEST_PAGE}`;

/** `limit` and `cursor` of a list that gives so many rows unless asked for another number. */
export const pageQueryOf = (defaultLimit: number) => ({
  limit: z.coerce
    .number({ error: limitProblem })
    .int(limitProblem)
    .min(1, limitProblem)
    .max(LARGEST_PAGE, limitProblem)
    .default(defaultLimit)
    .describe("Rows per page, 1 to 5,000"),
  cursor: z.string().optional().describe("`next_cursor` of the page before"),
});

/** `limit` and `cursor` of every list but one (decisions §5). */
export const pageQuery = pageQueryOf(100);

/** Where more rows remain, the cursor of the next page. */
export const nextCursor = { next_cursor: z.string().optional() };

/** The position behind a row, opaque to callers: the values that the list is ordered by. */
export const encodeCursor = (position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(position)).toString("base64url");

/** The position in a cursor, checked against the shape that the list gives out. Throws 400. */
export function decodeCursor<Shape extends z.ZodType>(cursor: string, shape: Shape): z.infer<Shape> {
  try {
    const position = shape.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    if (Object.values(position as object).some((part) => typeof part === "string" && !isStorable(part)))
      throw new Error();
    return position;
  } catch {
    throw invalid(problem("cursor", "must be the next_cursor of an earlier page of this list"));
  }
}

/** Cuts a result that was read with one row too many into a page and the cursor behind its last row. */
export function toPage<Row extends { position: Record<string, string> }>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, ...(rows.length > limit && last ? { next_cursor: encodeCursor(Object.values(last.position)) } : {}) };
}
