import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { inOrder, isoMoment } from "#lib/kernel/fields";

/** A filter by a point in time with a UTC offset. */
export const moment = isoMoment.optional();

/** Refuses a range of creation times whose end precedes its start, instead of returning an empty list. */
export const createdInOrder = inOrder("created_after", "created_before");

export const text = z.string().max(200, "must have at most 200 characters").optional();

/** Returns a text with each letter and its marks composed, as keyboards write them: others may send them decomposed. */
export const composed = (given: string): string => given.normalize("NFC");

/** Returns a LIKE pattern that matches values containing the text; escapes wildcards. */
export const containing = (given: string): string => `%${given.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** Condition: a value contains the text, in any case, and however either writes its accents (Unicode's NFC and NFD). */
export const contains = (value: SQLWrapper, given: string): SQL =>
  sql`normalize(${value}, NFC) ILIKE ${containing(composed(given))}`;
