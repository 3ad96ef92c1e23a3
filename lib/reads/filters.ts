import { z } from "zod";

const momentProblem = "must be an ISO 8601 date-time";

/** A filter by a moment, with its offset. */
export const moment = z.iso
  .datetime({ offset: true, error: momentProblem })
  // With its offset it may fall into the year before.
  .refine((given) => new Date(given).getUTCFullYear() > 0, momentProblem)
  .optional();

/** A filter by a text. */
export const text = z.string().max(200, "must have at most 200 characters").optional();

/** The pattern of LIKE for what contains a text, whatever stands in it. */
export const containing = (given: string): string => `%${given.replaceAll(/[\\%_]/g, "\\$&")}%`;
