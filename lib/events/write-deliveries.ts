import { newId } from "#lib/core/id";
import { delivery } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { enqueue } from "#lib/queue/queue";

/** Whom an event is sent to. */
export interface DeliveryTarget {
  kind: "inbox" | "callback" | "endpoint";
  /** Null for the inbox, whose address is configured. */
  url: string | null;
  endpointId: string | null;
  /** Whose secret signs a callback. */
  apiClientId: string | null;
}

/** Deliveries of one group share a few places in the queue, so that a host that hangs slows itself alone. */
export const deliveryGroup = (linkedAccountId: string, url: string | null): string =>
  url === null ? `inbox:${linkedAccountId}` : `target:${linkedAccountId}:${new URL(url).host}`;

/** Writes a delivery of an event with its queue entry for each target, in the caller's transaction; gives their ids. */
export async function writeDeliveries(
  tx: Transaction,
  tenant: { organizationId: string; linkedAccountId: string },
  eventId: string,
  targets: DeliveryTarget[],
): Promise<string[]> {
  if (targets.length === 0) return [];
  const createdAt = new Date();
  const deliveries = targets.map((target) => ({ id: newId(), target }));
  await tx.insert(delivery).values(
    deliveries.map(({ id, target }) => ({
      id,
      ...tenant,
      eventId,
      targetKind: target.kind,
      targetUrl: target.url,
      endpointId: target.endpointId,
      apiClientId: target.apiClientId,
      status: "pending" as const,
      createdAt,
    })),
  );
  await Promise.all(
    deliveries.map(({ id, target }) =>
      enqueue(
        tx,
        "deliveries",
        { deliveryId: id, ...tenant },
        { group: deliveryGroup(tenant.linkedAccountId, target.url) },
      ),
    ),
  );
  return deliveries.map(({ id }) => id);
}
