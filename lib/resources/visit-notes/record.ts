import { z } from "zod";
import { patientName } from "#lib/kernel/fields";
import { emrId, written } from "#lib/resources/written/model";

/** A record of GET /visit-notes. */
export const writtenVisitNote = z
  .object({
    visit_note_id: z.string(),
    emr_note_id: emrId,
    appointment_id: z.string(),
    emr_appointment_id: z.string(),
    patient_mrn: z.string(),
    patient_name: patientName,
    subject: z.string(),
    note: z.string(),
    ...written,
  })
  .meta({ id: "VisitNote" });

export type WrittenVisitNote = z.infer<typeof writtenVisitNote>;
