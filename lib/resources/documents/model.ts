import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";
import { patientName, setAside } from "#lib/kernel/fields";

/** A document without its content (decisions §5). */
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
    created_at: momentText.describe("ISO 8601"),
    set_aside: setAside,
  })
  .meta({ id: "Document" });

export type DocumentModel = z.infer<typeof documentModel>;
