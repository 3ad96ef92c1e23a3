import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { requiredText } from "#lib/kernel/fields";
import { ORDER_PRIORITIES, orderType } from "#lib/resources/orders/model";
import { orderTypeField } from "#lib/resources/orders/type-field";

const orderId = z.string().describe("Id of the order here: a UUID without dashes");
const MAX_ITEMS = 50;
const itemsProblem = `must be an array of 1 to ${MAX_ITEMS} catalog item ids`;

/** POST /orders: orders catalog items for a patient (interface 4.16, decisions §5). */
export const createOrder = defineOperation({
  id: "orders:create",
  name: "Order",
  title: "Place order",
  menuPlace: 110,
  menuGroup: "order",
  keywords: ["lab", "prescription", "refill"],
  effect: "writes",
  summary: "Order items of the catalog for a patient",
  section: "4.16",
  method: "POST",
  path: "/orders",
  embed: "patient",
  capability: "orders",
  input: z.object({
    patient_mrn: requiredText(100).describe("Must resolve to a synced patient"),
    type: orderType,
    item_ids: z
      .array(requiredText(100), { error: itemsProblem })
      .min(1, itemsProblem)
      .max(MAX_ITEMS, itemsProblem)
      .describe(
        "1 to 50 `item_id` values that POST /orders/catalog/fetch has found for this account and type; 400 for " +
          "others. Duplicates count once. If the EMR's catalog cannot be searched, the EMR checks them",
      ),
    provider: requiredText(100)
      .optional()
      .describe("The ordering provider's `ehr_id` from GET /providers; 404 if unknown"),
    priority: z
      .enum(ORDER_PRIORITIES, { error: `must be one of ${ORDER_PRIORITIES.join(", ")}` })
      .optional()
      .describe("`routine`, `urgent` or `stat`; default `routine`"),
    notes: z.string({ error: "must be a string" }).max(10_000, "must have at most 10000 characters").optional(),
  }),
  identifiers: z.object({ order_id: orderId }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Order queued",
  form: {
    patient_mrn: { label: "Patient", widget: "patient" },
    type: orderTypeField,
    item_ids: { label: "Items", widget: "catalog-items" },
    provider: { label: "Ordering provider", widget: "provider" },
    priority: {
      label: "Priority",
      widget: "choice",
      initial: "routine",
      options: [
        { value: "routine", label: "Routine" },
        { value: "urgent", label: "Urgent" },
        { value: "stat", label: "Stat" },
      ],
    },
    notes: { label: "Notes", widget: "multiline", rare: true },
  },
  retry: DEFAULT_RETRY,
  invalidates: [],
  listedIn: "orders",
  events: {
    completed: {
      type: "order.created",
      data: z.object({ order_id: orderId, emr_order_id: z.string(), patient_mrn: z.string() }),
    },
    failed: { type: "order.failed", data: z.object({ order_id: orderId, failure_reason: z.string() }) },
  },
});
