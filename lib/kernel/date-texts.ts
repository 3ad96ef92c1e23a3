import { z } from "zod";

/** A day in an answer or event: YYYY-MM-DD. */
export const dayText = z.string().meta({ format: "date" });

/** A moment in an answer or event: ISO 8601 with `Z` or an offset. */
export const momentText = z.string().meta({ format: "date-time" });
