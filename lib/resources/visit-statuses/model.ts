import { z } from "zod";
import { VISIT_MEANINGS } from "#lib/emr/port/visit-meaning";

/** A visit status (interface 2.13). */
export const visitStatusModel = z.object({ code: z.string(), description: z.string() }).meta({ id: "VisitStatus" });

/** The meaning of a visit status to the front desk; null if it is none of these. */
export const visitMeaning = z
  .enum(VISIT_MEANINGS, { error: `must be one of ${VISIT_MEANINGS.join(", ")}, or null` })
  .nullable();

/** A visit status with its meaning (decisions §5). */
export const visitStatusMeaningModel = visitStatusModel
  .extend({
    meaning: visitMeaning.describe("Chosen by an admin, or known from the EMR; null while it is not mapped"),
    proposal: visitMeaning.describe("The meaning that the EMR or the description suggests"),
  })
  .meta({ id: "VisitStatusMeaning" });
