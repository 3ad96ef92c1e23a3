import { eq } from "drizzle-orm";
import { batched } from "#lib/db/batches";
import { ownOrganization } from "#lib/db/own-organization";
import { delivery, deliveryAttempt, type Exchange } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import type { TraceContext } from "#lib/kernel/tracing";
import { completeIn, enqueue, type Leased } from "#lib/queue/queue";
import type { Payloads } from "#lib/queue/queues";
import { isTaken, judgeEndpoint } from "./endpoint-verdict.ts";
import { nextStep } from "./schedule.ts";
import type { Outcome } from "./send.ts";
import type { DueDelivery } from "./target.ts";
import { deliveryGroup } from "./write.ts";

/** One attempt at a delivery and its outcome. */
export interface Attempt {
  at: Date;
  /** The address of the attempt; null for the inbox, whose address is configuration, and if nothing was sent. */
  url: string | null;
  outcome: Outcome;
  /** The stored request and response; null for the console's own inbox. */
  exchange: Exchange | null;
  /** The delivery's place in a trace after this attempt; undefined while tracing is off. */
  trace: TraceContext | undefined;
}

const statusOf = (outcome: Outcome) => (outcome.kind === "answered" ? outcome.statusCode : null);

/**
 * Stores successful attempts; `$1` is a JSON array of their rows, `$2` their organization. The deliveries are locked in
 * the order of their ids, so that two transactions never wait for each other.
 */
const SUCCEEDED = `
  WITH given AS MATERIALIZED (SELECT * FROM json_populate_recordset(NULL::delivery_attempt, $1::json)),
  locked AS (
    SELECT id FROM delivery WHERE organization_id = $2 AND id = ANY (ARRAY(SELECT delivery_id FROM given))
    ORDER BY id FOR UPDATE),
  done AS (
    UPDATE delivery SET attempts = attempts + 1, status = 'succeeded', next_attempt_at = NULL
    WHERE organization_id = $2 AND id = ANY (ARRAY(SELECT id FROM locked))
    RETURNING id, attempts, endpoint_id)
  INSERT INTO delivery_attempt (id, organization_id, linked_account_id, delivery_id, attempt, at, status_code,
    duration_ms, endpoint_id, exchange, url)
  SELECT given.id, given.organization_id, given.linked_account_id, given.delivery_id, done.attempts, given.at,
    given.status_code, given.duration_ms, done.endpoint_id, given.exchange, given.url
  FROM given JOIN done ON done.id = given.delivery_id RETURNING 1`;

interface Success {
  payload: Payloads["deliveries"];
  attempt: Attempt;
  entry: Leased | undefined;
}

/**
 * Stores successful attempts, those of one account together. Success overrides any earlier decision, because the event
 * has arrived. The commit does not wait for the disk: after a crash of PostgreSQL the event is sent again with the same
 * id.
 */
const recordSuccess = batched<Success, void>({
  name: "deliveries",
  tenantOf: ({ payload }) => payload,
  keyOf: ({ payload }) => payload.deliveryId,
  durable: false,
  async work(_tx, all) {
    return all.map(({ payload, attempt: { at, url, outcome, exchange }, entry }) => {
      const row = {
        id: newId(),
        organization_id: payload.organizationId,
        linked_account_id: payload.linkedAccountId,
        delivery_id: payload.deliveryId,
        at,
        status_code: statusOf(outcome),
        duration_ms: outcome.durationMs,
        exchange,
        url,
      };
      return {
        result: undefined,
        writes: [{ statement: SUCCEEDED, values: [ownOrganization], row }, ...(entry ? [entry.completion] : [])],
      };
    });
  },
});

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
  if (isTaken(outcome) && !due.endpoint?.failingSince) return recordSuccess({ payload, attempt, entry });
  const { organizationId, linkedAccountId, deliveryId } = payload;
  const tenant = { organizationId, linkedAccountId };
  await withTenant(tenant, async (tx) => {
    // The endpoint is locked before its deliveries, in the same order as enabling and disabling it.
    await judgeEndpoint(tx, tenant, due.endpoint, outcome, at);
    const [found] = await tx.select().from(delivery).where(eq(delivery.id, deliveryId)).for("update");
    if (!found) return;
    const number = found.attempts + 1;
    const step = nextStep(outcome, { number, kind: found.targetKind });
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
      await completeIn(tx, entry);
      return;
    }
    // The endpoint was disabled in the meantime, perhaps by this response, so a retry waits for it.
    const waits = found.status === "held" && step.status === "pending";
    const nextAttemptAt = step.status === "pending" && !waits ? step.at : null;
    await tx
      .update(delivery)
      .set({ attempts: number, status: waits ? "held" : step.status, nextAttemptAt, trace: attempt.trace })
      .where(eq(delivery.id, deliveryId));
    if (nextAttemptAt) {
      const group = deliveryGroup(linkedAccountId, { url: found.targetUrl, endpointId: found.endpointId });
      await enqueue(tx, "deliveries", { deliveryId, ...tenant }, { group, startAfter: nextAttemptAt });
    }
    await completeIn(tx, entry);
  });
}
