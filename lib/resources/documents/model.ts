import { z } from "zod";
import { patientName } from "#lib/kernel/fields";

/** A document without its content (decisions §5). */
export const documentModel = z.object({
  id: z.string(),
  file_name: z.string(),
  mime_type: z.string(),
  size: z.number().int().describe("Bytes"),
  patient_mrn: z.string().nullable(),
  patient_name: patientName,
  referral_id: z.string().nullable(),
  created_at: z.string().describe("ISO 8601"),
});

export type DocumentModel = z.infer<typeof documentModel>;
