import { delivery, deliveryAttempt } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { enqueue } from "#lib/queue/queue";
import { MAX_HELD, standingOf } from "#lib/webhooks/endpoints/standing";

/** A target of an event. */
export interface DeliveryTarget {
  kind: "inbox" | "callback" | "endpoint";
  /** Null for the inbox, whose address is configuration. */
  url: string | null;
  endpointId: string | null;
  /** The client whose secret signs a callback. */
  apiClientId: string | null;
  /** True if the caller's transaction found the endpoint enabled; otherwise it is looked up. */
  enabled?: boolean;
}

/**
 * Returns the queue's group of a delivery. A group has a limited number of places, so a hanging receiver delays itself
 * alone: a registered endpoint is its own group, callback URLs are grouped by host.
 */
export function deliveryGroup(
  linkedAccountId: string,
  { url, endpointId }: Pick<DeliveryTarget, "url" | "endpointId">,
) {
  if (endpointId !== null) return `endpoint:${endpointId}`;
  return url === null ? `inbox:${linkedAccountId}` : `target:${linkedAccountId}:${new URL(url).host}`;
}

type Standing = "pending" | "held" | "failed";

/** Records the reason why deliveries were given up before any attempt. */
async function explain(tx: Transaction, tenant: AccountTenant, deliveryIds: string[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  const error = `The endpoint is disabled and ${MAX_HELD.toLocaleString("en-US")} deliveries already wait for it`;
  const { organizationId, linkedAccountId } = tenant;
  await tx.insert(deliveryAttempt).values(
    deliveryIds.map((deliveryId) => ({
      id: newId(),
      organizationId,
      linkedAccountId,
      deliveryId,
      attempt: 1,
      durationMs: 0,
      error,
    })),
  );
}

/**
 * Writes a delivery and its queue entry for each target of an event, in the caller's transaction. Deliveries to a
 * disabled endpoint are held until it is enabled (see releaseHeld), unless `hold` is false. Sends all statements at
 * once if no endpoint has to be looked up. Returns the ids of the deliveries.
 */
export async function writeDeliveries(
  tx: Transaction,
  tenant: AccountTenant,
  eventId: string,
  targets: DeliveryTarget[],
  { hold = true }: { hold?: boolean } = {},
): Promise<string[]> {
  if (targets.length === 0) return [];
  const createdAt = new Date();
  const endpointIds = targets.flatMap(({ endpointId, enabled }) => (enabled ? [] : (endpointId ?? [])));
  const standing = await standingOf(tx, hold ? endpointIds : []);
  const deliveries = targets.map((target) => {
    const endpoint = target.endpointId === null ? undefined : standing.get(target.endpointId);
    const status: Standing = endpoint?.status ?? "pending";
    return { id: newId(), target, status, url: endpoint?.url ?? target.url };
  });
  const written = tx.insert(delivery).values(
    deliveries.map(({ id, target, status, url }) => ({
      id,
      ...tenant,
      eventId,
      targetKind: target.kind,
      targetUrl: url,
      endpointId: target.endpointId,
      apiClientId: target.apiClientId,
      status,
      attempts: status === "failed" ? 1 : 0,
      createdAt,
    })),
  );
  const idsOf = (wanted: Standing) => deliveries.filter(({ status }) => status === wanted);
  await Promise.all([
    written,
    ...idsOf("pending").map(({ id, target }) =>
      enqueue(
        tx,
        "deliveries",
        { deliveryId: id, ...tenant },
        { group: deliveryGroup(tenant.linkedAccountId, target) },
      ),
    ),
  ]);
  await explain(
    tx,
    tenant,
    idsOf("failed").map(({ id }) => id),
  );
  return deliveries.map(({ id }) => id);
}
