import { z } from "zod";
import { invalid } from "#lib/kernel/api-error";
import { problem } from "#lib/kernel/field-error";
import { isStorable } from "#lib/kernel/storable-text";

const MAX_LIMIT = 5_000;
const limitProblem = `must be a whole number from 1 to ${MAX_LIMIT}`;

/** Returns `limit` and `cursor` of a list with this default limit. */
export const pageQueryOf = (defaultLimit: number) => ({
  limit: z.coerce
    .number({ error: limitProblem })
    .int(limitProblem)
    .min(1, limitProblem)
    .max(MAX_LIMIT, limitProblem)
    .default(defaultLimit)
    .describe("Rows per page, 1 to 5,000"),
  cursor: z.string().optional().describe("`next_cursor` of the page before"),
});

/** `limit` and `cursor` of a list with the usual default limit (decisions §5). */
export const pageQuery = pageQueryOf(100);

/** Cursor of the next page; absent on the last page. */
export const nextCursor = { next_cursor: z.string().optional() };

/** Encodes the position after a row, which are the values that the list is ordered by. Opaque to callers. */
export const encodeCursor = (position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(position)).toString("base64url");

/** Decodes a cursor and validates its values against the list's shape. Throws 400. */
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

/** Splits a result that was read with one extra row into a page and the cursor after its last row. */
export function toPage<Row extends { position: Record<string, string> }>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, ...(rows.length > limit && last ? { next_cursor: encodeCursor(Object.values(last.position)) } : {}) };
}
