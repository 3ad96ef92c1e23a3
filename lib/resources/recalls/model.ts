import { z } from "zod";
import { dayText, momentText } from "#lib/kernel/date-texts";
import { patientName, setAside } from "#lib/kernel/fields";

/** A recall with its actions (decisions §5). */
export const recallModel = z
  .object({
    id: z.string(),
    patient_mrn: z.string(),
    patient_name: patientName,
    reason: z.string(),
    due_date: dayText.describe("YYYY-MM-DD"),
    status: z.enum(["open", "closed"]),
    actions: z
      .array(
        z.object({
          id: z.string().describe("The EMR's id"),
          action_taken: z.string(),
          note: z.string().nullable(),
          created_at: momentText.describe("ISO 8601"),
        }),
      )
      .describe("Oldest first"),
    set_aside: setAside,
  })
  .meta({ id: "Recall" });

export type RecallModel = z.infer<typeof recallModel>;
