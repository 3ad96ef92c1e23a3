import { updateOf } from "#lib/db/write";
import { endId } from "#lib/definitions/passed-on-end";
import type { OperationRunner } from "#lib/definitions/runner";
import type { EmrOrder } from "#lib/emr/port/port";
import { patientOrder } from "#lib/resources/orders/table";
import { patientEhrId } from "#lib/resources/patients/known-patient";
import type { createOrder } from "./definition.ts";

/** Places the order in the EMR (decisions §5). */
export const runOrder: OperationRunner<typeof createOrder, EmrOrder, string> = {
  prepare: async ({ tx, tenant, input }) => ({
    patientEhrId: await patientEhrId(tx, tenant.linkedAccountId, input.patient_mrn),
    type: input.type,
    itemIds: [...new Set(input.item_ids)],
    providerEhrId: input.provider ?? null,
    priority: input.priority ?? "routine",
    notes: input.notes ?? null,
  }),

  run: async (order, { emr, idempotencyKey, signal }) =>
    (await emr.createOrder(order, { idempotencyKey, signal })).emrOrderId,

  async complete({ identifiers: { order_id }, input: { patient_mrn }, result: emrOrderId }) {
    const writes = [updateOf(patientOrder, order_id, { emrOrderId })];
    return { data: { order_id, emr_order_id: emrOrderId, patient_mrn }, writes };
  },

  fromEvent: async (_stored, end) => endId(end, "emr_order_id", "order_id"),

  held: { result: async (_stored, emrId) => emrId },
};
