import { z } from "zod";
import { patientName } from "#lib/kernel/fields";
import { emrId, written } from "#lib/resources/written/model";

/** A record of GET /patient-notes. */
export const writtenPatientNote = z
  .object({
    patient_note_id: z.string(),
    emr_note_id: emrId,
    patient_mrn: z.string(),
    patient_name: patientName,
    subject: z.string(),
    note: z.string(),
    location_id: z.string().nullable(),
    tags: z.array(z.string()),
    ...written,
  })
  .meta({ id: "PatientNote" });

export type WrittenPatientNote = z.infer<typeof writtenPatientNote>;
