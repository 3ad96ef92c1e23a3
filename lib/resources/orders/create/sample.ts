import type { SampleOf } from "#lib/definitions/operation";
import type { createOrder } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const createOrderSample: SampleOf<typeof createOrder> = {
  request: {
    patient_mrn: "MRN-100042",
    type: "lab",
    item_ids: ["LAB-12", "LAB-31"],
    provider: "1002",
    priority: "routine",
    notes: "Fasting",
  },
  completed: {
    order_id: "01900000000070008000000000000006",
    emr_order_id: "ORD-900004",
    patient_mrn: "MRN-100042",
  },
  failed: {
    order_id: "01900000000070008000000000000006",
    failure_reason: "order item not found in the EMR: LAB-31",
  },
};
