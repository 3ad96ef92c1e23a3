import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";
import { patientName, setAside } from "#lib/kernel/fields";

/** A document without its content (decisions §5, additions §3). */
export const documentModel = z
  .object({
    id: z.string(),
    file_name: z.string(),
    mime_type: z.string(),
    size: z.number().int().describe("Bytes"),
    sha256: z.string().describe("SHA-256 of the file in hex, which is also the ETag of `GET /documents/{id}`"),
    patient_mrn: z.string().nullable(),
    patient_name: patientName,
    referral_id: z.string().nullable(),
    category: z
      .string()
      .nullable()
      .describe("As POST /documents sent it, like the description; null for a document that the EMR showed"),
    description: z.string().nullable(),
    job_id: z
      .number()
      .int()
      .nullable()
      .describe("Job of POST /documents, which sends the document to the EMR; null for a document that the EMR showed"),
    created_at: momentText.describe("ISO 8601"),
    set_aside: setAside,
  })
  .meta({ id: "Document" });

export type DocumentModel = z.infer<typeof documentModel>;
