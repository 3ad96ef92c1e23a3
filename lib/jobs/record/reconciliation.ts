import { z } from "zod";
import { requiredText } from "#lib/kernel/fields";
import { unexpectedFields } from "#lib/kernel/validation";

/** What a person found in the EMR of a job that cannot be settled by itself (decisions §6). */
export const reconciliationInput = z
  .strictObject(
    {
      outcome: z.enum(["held", "not_held"], { error: "must be held or not_held" }).describe("What the EMR shows"),
      emr_id: requiredText(200)
        .optional()
        .describe("The EMR's id of what it holds; required where `outcome` is `held`"),
    },
    { error: unexpectedFields },
  )
  .refine(({ outcome, emr_id }) => outcome === "not_held" || emr_id !== undefined, {
    path: ["emr_id"],
    error: "is required where outcome is held",
  });
