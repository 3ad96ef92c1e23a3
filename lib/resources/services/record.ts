import { z } from "zod";
import { patientName } from "#lib/kernel/fields";
import { day, emrId, written } from "#lib/resources/written/model";

/** A record of GET /services. */
export const writtenService = z
  .object({
    service_id: z.string(),
    emr_service_id: emrId,
    emr_episode_id: emrId,
    patient_mrn: z.string(),
    patient_name: patientName,
    team: z.string(),
    service_type: z.string(),
    form_id: z.string(),
    answers: z.record(z.string(), z.string()).describe("By EMR question id"),
    service_date: day,
    ...written,
  })
  .meta({ id: "Service" });

export type WrittenService = z.infer<typeof writtenService>;
