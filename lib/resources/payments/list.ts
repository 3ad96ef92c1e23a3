import { z } from "zod";
import { patientName } from "#lib/kernel/fields";
import { writtenList } from "#lib/resources/written/list";
import { day, emrId, written } from "#lib/resources/written/model";
import { payment } from "./table.ts";

/** A record of GET /payments. */
const writtenPayment = z
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

/** GET /payments. */
export const listPayments = writtenList({
  path: "/payments",
  embed: { narrows: "patient_mrn" },
  summary: "List the payments posted through this interface, newest first",
  permission: "payments:read",
  key: "payments",
  model: writtenPayment,
  table: payment,
  idField: "payment_id",
  convert: { amount: Number },
});
