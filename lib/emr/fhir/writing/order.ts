import type { ServiceRequest } from "fhir/r4";
import type { FhirContext } from "#lib/emr/fhir/context";
import { keyIdentifier } from "#lib/emr/fhir/job-key";
import { conceptOf } from "#lib/emr/fhir/named-concept";
import { orderCategory } from "#lib/emr/fhir/service-request";
import { EmrError, type EmrOrder, type WriteOptions } from "#lib/emr/port/port";
import type { Make } from "./create.ts";
import { isSearched } from "./guarantee.ts";
import { referenceTo } from "./references.ts";

const orderedItem = (order: EmrOrder, itemId: string, now: Date): ServiceRequest => ({
  resourceType: "ServiceRequest",
  status: "active",
  intent: "order",
  category: orderCategory(order.type),
  priority: order.priority,
  code: conceptOf(itemId),
  subject: referenceTo("Patient", order.patientEhrId),
  authoredOn: now.toISOString(),
  ...(order.providerEhrId === null ? {} : { requester: referenceTo("Practitioner", order.providerEhrId) }),
  ...(order.notes === null ? {} : { note: [{ text: order.notes }] }),
});

/** Rethrows a failure after some items were ordered: the order was not left undone. */
const partly =
  (ordered: number) =>
  (error: unknown): never => {
    if (ordered === 0 || !(error instanceof EmrError)) throw error;
    const { kind, message, limited, retryAfterMs, reasons } = error;
    const counted = kind === "passing" ? message : `${message} (${ordered} of the items are ordered)`;
    throw new EmrError(kind, counted, { limited, retryAfterMs, notDone: false, reasons });
  };

/**
 * Makes one ServiceRequest per item, since each has one code, and returns the id of the first item's. That one is
 * written last: the EMR holds the job's key only if it holds every item.
 */
export async function createOrder(
  context: FhirContext,
  order: EmrOrder,
  options: WriteOptions,
  { make, now }: { make: Make; now: Date },
) {
  const { idempotencyKey: key } = options;
  const [first = "", ...others] = order.itemIds;
  if (others.length > 0 && !isSearched(context.findings))
    throw new EmrError("validation", "The EMR cannot be searched by identifier: order one item at a time");
  const requisition = others.length > 0 ? { requisition: keyIdentifier(key) } : {};
  for (const [index, itemId] of others.entries()) {
    const item = { ...orderedItem(order, itemId, now), ...requisition };
    await make(context, item, { ...options, idempotencyKey: `${key}-${index + 2}` }, "order").catch(partly(index));
  }
  const item = { ...orderedItem(order, first, now), ...requisition };
  return { emrOrderId: await make(context, item, options, "order").catch(partly(others.length)) };
}
