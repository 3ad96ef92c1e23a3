import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import { delivery, deliveryAttempt } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { sendWrites } from "#lib/db/write";
import type { AccountTenant } from "#lib/kernel/principal";
import { entryOf } from "#lib/queue/queue";
import { REMOVED } from "./target.ts";
import { deliveryGroup } from "./write.ts";

const waitingFor = ({ linkedAccountId }: AccountTenant, endpointId: string, status: "pending" | "held") =>
  and(eq(delivery.linkedAccountId, linkedAccountId), eq(delivery.endpointId, endpointId), eq(delivery.status, status));

/**
 * Holds the pending deliveries of an endpoint that is being disabled, in the caller's transaction, which has locked the
 * endpoint. Their queue entries stay and find nothing to do.
 */
export async function holdPending(tx: Transaction, tenant: AccountTenant, endpointId: string): Promise<void> {
  await tx
    .update(delivery)
    .set({ status: "held", nextAttemptAt: null })
    .where(waitingFor(tenant, endpointId, "pending"));
}

/**
 * Queues the held deliveries of an endpoint, oldest first, in the caller's transaction, which has locked the endpoint.
 * All go to `url`, the endpoint's present address. Returns their number.
 */
export async function releaseHeld(
  tx: Transaction,
  { organizationId, linkedAccountId }: AccountTenant,
  endpoint: { id: string; url: string },
): Promise<number> {
  const tenant = { organizationId, linkedAccountId };
  const held = await tx
    .select({ id: delivery.id })
    .from(delivery)
    .where(waitingFor(tenant, endpoint.id, "held"))
    .orderBy(asc(delivery.id));
  const group = deliveryGroup(linkedAccountId, { url: endpoint.url, endpointId: endpoint.id });
  await tx
    .update(delivery)
    .set({ status: "pending", targetUrl: endpoint.url, nextAttemptAt: null })
    .where(waitingFor(tenant, endpoint.id, "held"));
  await sendWrites(
    tx,
    held.map(({ id }) => entryOf("deliveries", { deliveryId: id, ...tenant }, { group })),
  );
  return held.length;
}

/**
 * Discards the pending deliveries of a removed endpoint, in the caller's transaction, which has locked the endpoint,
 * and logs the reason. Their queue entries stay and find nothing to do.
 */
export async function giveUp(
  tx: Transaction,
  { organizationId, linkedAccountId }: AccountTenant,
  endpointId: string,
): Promise<void> {
  await tx.execute(
    sql`WITH given_up AS (
          UPDATE ${delivery} SET status = 'refused', attempts = attempts + 1, next_attempt_at = NULL
          WHERE organization_id = ${ownOrganization} AND linked_account_id = ${linkedAccountId}
            AND endpoint_id = ${endpointId} AND status IN ('pending', 'held')
          RETURNING id, attempts)
        INSERT INTO ${deliveryAttempt}
          (id, organization_id, linked_account_id, delivery_id, attempt, duration_ms, error)
        SELECT gen_random_uuid(), ${organizationId}::uuid, ${linkedAccountId}::uuid, id, attempts, 0, ${REMOVED}::text
        FROM given_up RETURNING 1`,
  );
}

/** Redirects the pending deliveries of an endpoint to its present address, in the caller's transaction. */
export async function readdress(
  tx: Transaction,
  { linkedAccountId }: AccountTenant,
  endpoint: { id: string; url: string },
): Promise<void> {
  await tx
    .update(delivery)
    .set({ targetUrl: endpoint.url })
    .where(
      and(
        eq(delivery.linkedAccountId, linkedAccountId),
        eq(delivery.endpointId, endpoint.id),
        inArray(delivery.status, ["pending", "held"]),
      ),
    );
}
