import { z } from "zod";
import { patientName } from "#lib/kernel/fields";
import { day, emrId, written } from "#lib/resources/written/model";

/** A record of GET /payments. */
export const writtenPayment = z
  .object({
    payment_id: z.string(),
    emr_transaction_id: emrId,
    patient_mrn: z.string(),
    patient_name: patientName,
    payment_method: z.string(),
    reference_number: z.string(),
    location: z.string(),
    amount: z.number(),
    notes: z.string().nullable(),
    deposit_date: day,
    ...written,
  })
  .meta({ id: "Payment" });

export type WrittenPayment = z.infer<typeof writtenPayment>;
