import { z } from "zod";
import { inOrder, isoMoment } from "#lib/kernel/fields";

/** A filter by a moment, with its offset. */
export const moment = isoMoment.optional();

/** The check of filters by when a record was made: a range whose ends are exchanged is a mistake, not an empty one. */
export const createdInOrder = inOrder("created_after", "created_before");

/** A filter by a text. */
export const text = z.string().max(200, "must have at most 200 characters").optional();

/** The pattern of LIKE for what contains a text, whatever stands in it. */
export const containing = (given: string): string => `%${given.replaceAll(/[\\%_]/g, "\\$&")}%`;
