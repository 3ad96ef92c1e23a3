import { eq } from "drizzle-orm";
import { commitNext, sendIn } from "#lib/db/door";
import { delivery, deliveryAttempt, type Exchange } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import type { Leased } from "#lib/queue/leased";
import { enqueue } from "#lib/queue/queue";
import type { Payloads } from "#lib/queue/queues";
import { isTaken, judgeEndpoint } from "./endpoint-verdict.ts";
import type { DueDelivery } from "./load.ts";
import { nextStep } from "./schedule.ts";
import type { Outcome } from "./send.ts";
import { deliveryGroup } from "./write.ts";

/** One attempt at a delivery and its outcome. */
export interface Attempt {
  at: Date;
  /** The address of the attempt; null for the inbox, whose address is configuration, and if nothing was sent. */
  url: string | null;
  outcome: Outcome;
  /** The stored request and response; null for the console's own inbox. */
  exchange: Exchange | null;
}

const statusOf = (outcome: Outcome) => (outcome.kind === "answered" ? outcome.statusCode : null);

/** Parameters: the attempt's id, organization, linked account, delivery, time, status code, milliseconds, exchange, URL. */
const SUCCEEDED = `
  WITH done AS (
    UPDATE delivery SET attempts = attempts + 1, status = 'succeeded', next_attempt_at = NULL
    WHERE id = $4 RETURNING attempts, endpoint_id)
  INSERT INTO delivery_attempt (id, organization_id, linked_account_id, delivery_id, attempt, at, status_code,
    duration_ms, endpoint_id, exchange, url)
  SELECT $1::uuid, $2::uuid, $3::uuid, $4, attempts, $5::timestamptz, $6::integer, $7::integer, endpoint_id, $8::jsonb,
    $9::text
  FROM done`;

/**
 * Stores a successful attempt in one round trip. Success overrides any earlier decision, because the event has arrived.
 * The commit does not wait for the disk: after a crash of PostgreSQL the event is sent again with the same id.
 */
function recordSuccess(payload: Payloads["deliveries"], { at, url, outcome, exchange }: Attempt, entry?: Leased) {
  const { organizationId, linkedAccountId, deliveryId } = payload;
  const values = [
    newId(),
    organizationId,
    linkedAccountId,
    deliveryId,
    at,
    statusOf(outcome),
    outcome.durationMs,
    exchange && JSON.stringify(exchange),
    url,
  ];
  return withTenant(
    payload,
    async (tx) => {
      commitNext(tx);
      await Promise.all([sendIn(tx, { text: SUCCEEDED, values }), entry?.completeIn(tx)]);
    },
    { durable: false },
  );
}

/**
 * Stores an attempt with its consequences for the delivery and the endpoint, the queue entry of the next attempt and
 * the completion of the present one, in one transaction.
 */
export async function record(
  payload: Payloads["deliveries"],
  due: DueDelivery,
  attempt: Attempt,
  entry?: Leased,
): Promise<void> {
  const { at, url, outcome, exchange } = attempt;
  // Success after failures also changes the endpoint.
  if (isTaken(outcome) && !due.endpoint?.failingSince) return recordSuccess(payload, attempt, entry);
  const { organizationId, linkedAccountId, deliveryId } = payload;
  const tenant = { organizationId, linkedAccountId };
  await withTenant(tenant, async (tx) => {
    // The endpoint is locked before its deliveries, in the same order as enabling and disabling it.
    await judgeEndpoint(tx, tenant, due.endpoint, outcome, at);
    const [found] = await tx.select().from(delivery).where(eq(delivery.id, deliveryId)).for("update");
    if (!found) return;
    const number = found.attempts + 1;
    const step = nextStep(outcome, number);
    await tx.insert(deliveryAttempt).values({
      id: newId(),
      ...tenant,
      deliveryId,
      attempt: number,
      at,
      url,
      statusCode: statusOf(outcome),
      durationMs: outcome.durationMs,
      error: step.error,
      endpointId: found.endpointId,
      exchange,
    });
    // Another process made the same attempt in the meantime. Both attempts are stored; the first decided.
    const open = (found.status === "pending" || found.status === "held") && found.attempts === due.attempts;
    if (!open && step.status !== "succeeded") {
      await tx.update(delivery).set({ attempts: number }).where(eq(delivery.id, deliveryId));
      await entry?.completeIn(tx);
      return;
    }
    // The endpoint was disabled in the meantime, perhaps by this response, so a retry waits for it.
    const waits = found.status === "held" && step.status === "pending";
    const nextAttemptAt = step.status === "pending" && !waits ? step.at : null;
    await tx
      .update(delivery)
      .set({ attempts: number, status: waits ? "held" : step.status, nextAttemptAt })
      .where(eq(delivery.id, deliveryId));
    if (nextAttemptAt) {
      const group = deliveryGroup(linkedAccountId, { url: found.targetUrl, endpointId: found.endpointId });
      await enqueue(tx, "deliveries", { deliveryId, ...tenant }, { group, startAfter: nextAttemptAt });
    }
    await entry?.completeIn(tx);
  });
}
