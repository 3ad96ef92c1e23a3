import { delivery, deliveryAttempt } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { enqueue } from "#lib/queue/queue";
import { MOST_HELD, standingOf } from "#lib/webhooks/endpoints/standing";

interface TenantIds {
  organizationId: string;
  linkedAccountId: string;
}

/** Whom an event is sent to. */
export interface DeliveryTarget {
  kind: "inbox" | "callback" | "endpoint";
  /** Null for the inbox, whose address is configured. */
  url: string | null;
  endpointId: string | null;
  /** Whose secret signs a callback. */
  apiClientId: string | null;
  /** True where the caller's transaction found the endpoint enabled; it is looked up otherwise. */
  enabled?: boolean;
}

/**
 * Deliveries of one group share a few places in the queue, so that a receiver that hangs slows itself alone: a
 * registered endpoint has its own, callback URLs share those of their host.
 */
export function deliveryGroup(
  linkedAccountId: string,
  { url, endpointId }: Pick<DeliveryTarget, "url" | "endpointId">,
) {
  if (endpointId !== null) return `endpoint:${endpointId}`;
  return url === null ? `inbox:${linkedAccountId}` : `target:${linkedAccountId}:${new URL(url).host}`;
}

type Standing = "pending" | "held" | "failed";

/** Notes of deliveries that were given up before an attempt why that was. */
async function explain(tx: Transaction, tenant: TenantIds, deliveryIds: string[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  const error = `The endpoint is disabled and ${MOST_HELD.toLocaleString("en-US")} deliveries wait for it already`;
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
 * Writes a delivery of an event for each target, in the caller's transaction, with its queue entry; those to an endpoint
 * that is disabled are held until it is enabled (see releaseHeld), unless `hold` is false. Sends all of its statements at
 * once where no endpoint has to be looked up. Gives their ids.
 */
export async function writeDeliveries(
  tx: Transaction,
  tenant: TenantIds,
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
