import { eq } from "drizzle-orm";
import { newId } from "#lib/core/id";
import { delivery, deliveryAttempt } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { deliveryGroup } from "#lib/events/write-deliveries";
import { enqueue } from "#lib/queue/queue";
import type { Payloads } from "#lib/queue/queues";
import { type DueDelivery, loadDue } from "./load.ts";
import { nextStep } from "./schedule.ts";
import { type Outcome, send } from "./send.ts";
import { signatureHeaders } from "./sign.ts";

async function attempt({ event, target }: DueDelivery): Promise<Outcome> {
  if ("unsendable" in target) return { kind: "refused", reason: target.unsendable, durationMs: 0 };
  const headers = signatureHeaders({ ...event, secrets: target.secrets });
  return send({ url: target.url, headers, body: event.body, dispatcher: target.dispatcher });
}

/** Stores an attempt and what becomes of the delivery, with the queue entry of the next attempt, in one transaction. */
async function record(payload: Payloads["deliveries"], due: DueDelivery, at: Date, outcome: Outcome): Promise<void> {
  const { organizationId, linkedAccountId, deliveryId } = payload;
  const tenant = { organizationId, linkedAccountId };
  await withTenant(tenant, async (tx) => {
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
      statusCode: outcome.kind === "answered" ? outcome.statusCode : null,
      durationMs: outcome.durationMs,
      error: step.error,
    });
    // Another process made the same attempt meanwhile: both were sent and both are told, but the first decided.
    const decided = found.status !== "pending" || found.attempts !== due.attempts;
    if (decided && step.status !== "succeeded") {
      await tx.update(delivery).set({ attempts: number }).where(eq(delivery.id, deliveryId));
      return;
    }
    const nextAttemptAt = step.status === "pending" ? step.at : null;
    await tx
      .update(delivery)
      .set({ attempts: number, status: step.status, nextAttemptAt })
      .where(eq(delivery.id, deliveryId));
    if (nextAttemptAt) {
      const group = deliveryGroup(linkedAccountId, found.targetUrl);
      await enqueue(tx, "deliveries", { deliveryId, ...tenant }, { group, startAfter: nextAttemptAt });
    }
  });
}

/**
 * One attempt at a delivery, from the queue's entry to what becomes of it. A process that dies in between leaves
 * the entry to be taken up again, so a target may get an event twice, with the same `webhook-id` (decisions §7).
 * Throws only where our own database failed; the queue then brings the entry back.
 */
export async function deliver(payload: Payloads["deliveries"]): Promise<void> {
  const due = await loadDue(payload);
  if (!due) return;
  const at = new Date();
  await record(payload, due, at, await attempt(due));
}
