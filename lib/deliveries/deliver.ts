import { eq } from "drizzle-orm";
import { newId } from "#lib/core/id";
import { delivery, deliveryAttempt, type Exchange } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { deliveryGroup } from "#lib/events/write-deliveries";
import { enqueue } from "#lib/queue/queue";
import type { Payloads } from "#lib/queue/queues";
import { holdDelivery, judgeEndpoint } from "./endpoint-verdict.ts";
import { keptExchange } from "./exchange.ts";
import { type DueDelivery, loadDue } from "./load.ts";
import { countAttempt } from "./metrics.ts";
import { nextStep } from "./schedule.ts";
import { type Outcome, send } from "./send.ts";
import { signatureHeaders } from "./sign.ts";

const HEADERS = { "content-type": "application/json", "user-agent": "clinical-records-console" };

interface Attempt {
  at: Date;
  outcome: Outcome;
  /** What is kept of it; nothing of what the console told itself. */
  exchange: Exchange | null;
}

async function attempt({ event, target }: DueDelivery): Promise<Attempt> {
  const at = new Date();
  if ("unsendable" in target) {
    return { at, outcome: { kind: "refused", reason: target.unsendable, durationMs: 0 }, exchange: null };
  }
  const headers = { ...HEADERS, ...signatureHeaders({ ...event, secrets: target.secrets }) };
  const outcome = await send({ url: target.url, headers, body: event.body, dispatcher: target.dispatcher });
  const answer = outcome.kind === "answered" ? outcome.answer : null;
  return { at, outcome, exchange: target.kind === "inbox" ? null : keptExchange(headers, answer) };
}

/**
 * Stores an attempt and what becomes of the delivery and of its endpoint, with the queue entry of the next attempt, in
 * one transaction.
 */
async function record(payload: Payloads["deliveries"], due: DueDelivery, { at, outcome, exchange }: Attempt) {
  const { organizationId, linkedAccountId, deliveryId } = payload;
  const tenant = { organizationId, linkedAccountId };
  await withTenant(tenant, async (tx) => {
    // First, as whoever enables or disables it locks it before its deliveries.
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
      statusCode: outcome.kind === "answered" ? outcome.statusCode : null,
      durationMs: outcome.durationMs,
      error: step.error,
      endpointId: found.endpointId,
      exchange,
    });
    // Another process made the same attempt meanwhile: both were sent and both are told, but the first decided.
    const open = (found.status === "pending" || found.status === "held") && found.attempts === due.attempts;
    if (!open && step.status !== "succeeded") {
      await tx.update(delivery).set({ attempts: number }).where(eq(delivery.id, deliveryId));
      return;
    }
    // Its endpoint was disabled meanwhile, perhaps by this answer: what is to be tried again waits for it.
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
  });
}

/**
 * One attempt at a delivery, from the queue's entry to what becomes of it. A process that dies in between leaves
 * the entry to be taken up again, so a target may get an event twice, with the same `webhook-id` (decisions §7).
 * Throws only where our own database failed; the queue then brings the entry back.
 */
export async function deliver(payload: Payloads["deliveries"]): Promise<void> {
  const due = await loadDue(payload);
  if (due === null) return;
  if (due === "held") return holdDelivery(payload);
  const made = await attempt(due);
  await record(payload, due, made);
  countAttempt(due.target.kind, made.outcome);
}
