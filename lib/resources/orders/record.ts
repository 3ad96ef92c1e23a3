import { z } from "zod";
import { patientName } from "#lib/kernel/fields";
import { emrId, written } from "#lib/resources/written/model";

/** A record of GET /orders. */
export const writtenOrder = z
  .object({
    order_id: z.string(),
    emr_order_id: emrId,
    patient_mrn: z.string(),
    patient_name: patientName,
    type: z.enum(["lab", "imaging", "procedure"]),
    item_ids: z.array(z.string()),
    provider: z.string().nullable().describe("The provider's EMR id"),
    priority: z.enum(["routine", "urgent", "stat"]),
    notes: z.string().nullable(),
    ...written,
  })
  .meta({ id: "Order" });

export type WrittenOrder = z.infer<typeof writtenOrder>;
