import { z } from "zod";
import { requiredText } from "#lib/kernel/fields";
import { unexpectedFields } from "#lib/kernel/validation";

/** The outcome that a person found in the EMR for a job of unknown outcome (decisions §6). */
export const reconciliationInput = z
  .strictObject(
    {
      outcome: z
        .enum(["held", "not_held"], { error: "must be held or not_held" })
        .describe("Whether the EMR holds the record"),
      emr_id: requiredText(200).optional().describe("The EMR's id of the record; required if `outcome` is `held`"),
      emr_parent_id: requiredText(200)
        .optional()
        .describe(
          "The EMR's id of the record that contains it, such as a service's episode; required if the EMR cannot show it",
        ),
    },
    { error: unexpectedFields },
  )
  .refine(({ outcome, emr_id }) => outcome === "not_held" || emr_id !== undefined, {
    path: ["emr_id"],
    error: "is required if outcome is held",
  });
