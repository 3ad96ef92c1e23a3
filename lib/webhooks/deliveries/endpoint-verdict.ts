import { and, eq } from "drizzle-orm";
import { delivery, webhookEndpoint } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { logger } from "#lib/kernel/logger";
import type { AccountTenant } from "#lib/kernel/principal";
import { alert } from "#lib/mail/alert";
import type { Payloads } from "#lib/queue/queues";
import { DISABLED_REASONS, type DisabledBy } from "#lib/webhooks/endpoints/disabled";
import { disablesAt } from "#lib/webhooks/endpoints/failing";
import { holdPending } from "./held.ts";
import type { Outcome } from "./send.ts";
import type { DueDelivery } from "./target.ts";

const GONE = 410;

/** Returns whether the receiver accepted the event: any 2xx (decisions §7). */
export const isTaken = (outcome: Outcome): boolean =>
  outcome.kind === "answered" && outcome.statusCode >= 200 && outcome.statusCode < 300;

const isGone = (outcome: Outcome) => outcome.kind === "answered" && outcome.statusCode === GONE;

const isLong = (failingSince: Date | null, at: Date) => failingSince !== null && at >= disablesAt(failingSince);

/** Returns why a failed endpoint is to be disabled, or null. */
function reasonToDisable(outcome: Outcome, failingSince: Date, at: Date): DisabledBy | null {
  if (isGone(outcome)) return "gone";
  return isLong(failingSince, at) ? "failures" : null;
}

/**
 * Records at an endpoint the outcome of an attempt that began `at`, in the caller's transaction, which must not have
 * locked any of its deliveries yet. Disables the endpoint on 410, and after five days of nothing but failures
 * (decisions §7); its pending deliveries are held from then on.
 */
export async function judgeEndpoint(
  tx: Transaction,
  tenant: AccountTenant,
  endpoint: DueDelivery["endpoint"],
  outcome: Outcome,
  at: Date,
): Promise<void> {
  if (!endpoint) return;
  const itself = eq(webhookEndpoint.id, endpoint.id);
  if (isTaken(outcome)) {
    if (endpoint.failingSince) await tx.update(webhookEndpoint).set({ failingSince: null }).where(itself);
    return;
  }
  // Most failures change nothing, so the row is not locked for them.
  if (endpoint.failingSince && !isGone(outcome) && !isLong(endpoint.failingSince, at)) return;
  const [found] = await tx.select().from(webhookEndpoint).where(itself).for("update");
  if (!found) return;
  const failingSince = found.failingSince ?? at;
  const reason = found.status === "enabled" ? reasonToDisable(outcome, failingSince, at) : null;
  await tx
    .update(webhookEndpoint)
    .set({ failingSince, ...(reason ? { status: "disabled", disabledReason: DISABLED_REASONS[reason] } : {}) })
    .where(itself);
  if (!reason) return;
  await holdPending(tx, tenant, endpoint.id);
  await alert(tx, tenant, "endpoint_disabled");
  const { linkedAccountId } = tenant;
  logger.warn(
    { linked_account_id: linkedAccountId, endpoint_id: endpoint.id },
    "a webhook endpoint was disabled by its own answers",
  );
}

/** Holds a delivery whose endpoint is disabled, unless the endpoint was enabled in the meantime. */
export async function holdDelivery({ deliveryId, ...tenant }: Payloads["deliveries"]): Promise<void> {
  await withTenant(tenant, async (tx) => {
    const [found] = await tx.select().from(delivery).where(eq(delivery.id, deliveryId));
    if (!found?.endpointId) return;
    const [endpoint] = await tx
      .select({ status: webhookEndpoint.status })
      .from(webhookEndpoint)
      .where(eq(webhookEndpoint.id, found.endpointId))
      .for("share");
    if (endpoint?.status !== "disabled") return;
    await tx
      .update(delivery)
      .set({ status: "held", nextAttemptAt: null })
      .where(and(eq(delivery.id, deliveryId), eq(delivery.status, "pending")));
  });
}
