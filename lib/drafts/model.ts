import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";
import { patientName } from "#lib/kernel/fields";

/** An operation that an assistant has drafted: nothing is sent until a person sends it (decisions §2). */
export const draftModel = z
  .object({
    id: z.string(),
    operation: z.string().describe("Id of the operation, which is also its permission"),
    fields: z.record(z.string(), z.unknown()).describe("The drafted body, and the variable parts of the path"),
    patient_mrn: z.string().nullable().describe("The patient whom it concerns; null if none"),
    patient_name: patientName,
    drafted_by: z.string().describe("The person, and in brackets the assistant that drafted for them"),
    created_at: momentText.describe("ISO 8601"),
  })
  .meta({ id: "Draft" });

export type DraftModel = z.infer<typeof draftModel>;
