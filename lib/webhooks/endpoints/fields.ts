import { z } from "zod";
import { listRule } from "#lib/kernel/validation";

const listProblem = listRule("must be an array of event types");

/** Returns the schema of a list of event types of `known` without duplicates. */
export const eventTypeList = (known: readonly string[]) =>
  z
    .array(
      z.string({ error: listProblem }).refine((type) => known.includes(type), {
        error: listRule(`must name known event types: ${known.join(", ")}`),
      }),
      { error: listProblem },
    )
    .max(200, "must have at most 200 entries")
    .transform((types) => [...new Set(types)]);
