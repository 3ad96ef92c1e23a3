import { asc, eq } from "drizzle-orm";
import { delivery, deliveryAttempt, event, type job, type jobAttempt } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { TimelineEntry } from "#lib/job-record/model";
import type { ShowAddress } from "#lib/webhooks/endpoints/shown-address";

/** Selects every delivery attempt of a job's events, in order; a delivery without attempts appears once. */
export const loadDeliveries = (tx: Transaction, jobId: number) =>
  tx
    .select({ delivery, attempt: deliveryAttempt })
    .from(delivery)
    .innerJoin(event, eq(event.id, delivery.eventId))
    .leftJoin(deliveryAttempt, eq(deliveryAttempt.deliveryId, delivery.id))
    .where(eq(event.jobId, jobId))
    .orderBy(asc(deliveryAttempt.at));

type DeliveryRow = Awaited<ReturnType<typeof loadDeliveries>>[number];

function attemptEntries(attempts: (typeof jobAttempt.$inferSelect)[]): TimelineEntry[] {
  return attempts.flatMap((row) => {
    const started = row.weakGuarantee === null ? null : { weak_guarantee: row.weakGuarantee };
    const entries: TimelineEntry[] = [
      { at: row.startedAt.toISOString(), kind: "attempt_started", attempt: row.attempt, detail: started },
    ];
    if (row.endedAt && row.outcome !== "succeeded") {
      const detail = { reason: row.reason, counted: row.outcome === "failed", outcome: row.outcome };
      entries.push({ at: row.endedAt.toISOString(), kind: "attempt_failed", attempt: row.attempt, detail });
    }
    return entries;
  });
}

function deliveryEntry({ delivery: row, attempt }: DeliveryRow, show: ShowAddress): TimelineEntry {
  const address = attempt?.url ?? row.targetUrl;
  return {
    at: (attempt?.at ?? row.createdAt).toISOString(),
    kind: "delivery",
    attempt: attempt?.attempt ?? null,
    detail: {
      delivery_id: row.id,
      event_id: row.eventId,
      target: row.targetKind === "inbox" ? "inbox" : address && show(address),
      status: row.status,
      status_code: attempt?.statusCode ?? null,
      duration_ms: attempt?.durationMs ?? null,
      error: attempt?.error ?? null,
      next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    },
  };
}

/** Builds a job's timeline, oldest first: acceptance, attempts, outcome, events, deliveries (decisions §5 and §11). */
export function buildTimeline(
  found: typeof job.$inferSelect,
  attempts: (typeof jobAttempt.$inferSelect)[],
  events: (typeof event.$inferSelect)[],
  deliveries: DeliveryRow[],
  show: ShowAddress,
): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    { at: found.createdAt.toISOString(), kind: "accepted", attempt: null, detail: null },
    ...attemptEntries(attempts),
  ];
  if (found.finishedAt && (found.status === "completed" || found.status === "failed" || found.status === "cancelled")) {
    const detail = found.failureReason ? { reason: found.failureReason } : null;
    entries.push({ at: found.finishedAt.toISOString(), kind: found.status, attempt: found.attempts, detail });
  }
  for (const row of events) {
    const detail = { event_id: row.id, type: row.type, envelope: row.envelope };
    entries.push({ at: row.createdAt.toISOString(), kind: "event", attempt: null, detail });
  }
  entries.push(...deliveries.map((row) => deliveryEntry(row, show)));
  return entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
