import type { JobDetailModel, JobStatus, TimelineEntry } from "#lib/job-record/model";

export interface AttemptStory {
  /** Counted from 1; an attempt that does not count shares its number with the next. */
  number: number;
  startedAt: string;
  endedAt: string | null;
  outcome: "running" | "succeeded" | "failed" | "lost" | "unstored" | "postponed";
  reason: string | null;
  /** How the EMR's writes are emulated, with a weaker guarantee; null if the guarantee is the full one. */
  weakGuarantee: string | null;
}

export interface DeliveryStory {
  deliveryId: string;
  /** The target's URL; null for the console's own inbox. */
  url: string | null;
  /** The event's type, such as `payment.created`; null if the event was deleted. */
  eventType: string | null;
  status: string;
  nextAttemptAt: string | null;
  /** HTTP status and latency in milliseconds of the latest attempt. */
  statusCode: number | null;
  durationMs: number | null;
  error: string | null;
  at: string | null;
  tries: number;
}

export interface JobStory {
  acceptedAt: string;
  /** Start of the first attempt; null before. */
  startedAt: string | null;
  finishedAt: string | null;
  attempts: AttemptStory[];
  deliveries: DeliveryStory[];
  /** The event as delivered to every target; null before it exists. */
  envelope: Record<string, unknown> | null;
}

const text = (value: unknown) => (typeof value === "string" ? value : null);
const count = (value: unknown) => (typeof value === "number" ? value : null);

/** Ends of attempts that do not count. */
const UNCOUNTED = ["lost", "unstored", "postponed"] as const;

/** Returns how an unsuccessful attempt ended. */
const endOf = (outcome: unknown) => UNCOUNTED.find((each) => each === outcome) ?? "failed";

function attemptsOf(timeline: TimelineEntry[]): AttemptStory[] {
  const attempts: AttemptStory[] = [];
  for (const { kind, at, attempt, detail } of timeline) {
    const open = attempts.findLast(({ endedAt }) => endedAt === null);
    if (kind === "attempt_started") {
      attempts.push({
        number: attempt ?? attempts.length + 1,
        startedAt: at,
        endedAt: null,
        outcome: "running",
        reason: null,
        weakGuarantee: text(detail?.weak_guarantee),
      });
    } else if (kind === "attempt_failed" && open) {
      open.endedAt = at;
      open.reason = text(detail?.reason);
      open.outcome = endOf(detail?.outcome);
    } else if ((kind === "completed" || kind === "failed") && open) {
      open.endedAt = at;
      open.outcome = kind === "completed" ? "succeeded" : "failed";
      open.reason = text(detail?.reason);
    }
  }
  return attempts;
}

function deliveriesOf(timeline: TimelineEntry[]): DeliveryStory[] {
  const events = timeline.filter(({ kind }) => kind === "event");
  const types = new Map(events.map(({ detail }) => [detail?.event_id, text(detail?.type)]));
  const byDelivery = new Map<string, DeliveryStory>();
  for (const { kind, at, attempt, detail } of timeline) {
    if (kind !== "delivery" || !detail) continue;
    const deliveryId = String(detail.delivery_id);
    const target = text(detail.target);
    byDelivery.set(deliveryId, {
      deliveryId,
      url: target === "inbox" ? null : target,
      eventType: types.get(detail.event_id) ?? null,
      status: text(detail.status) ?? "pending",
      nextAttemptAt: text(detail.next_attempt_at),
      statusCode: count(detail.status_code),
      durationMs: count(detail.duration_ms),
      error: text(detail.error),
      at: attempt === null ? null : at,
      tries: attempt ?? 0,
    });
  }
  return [...byDelivery.values()].sort((a, b) => Number(a.url === null) - Number(b.url === null));
}

/** Returns the number of the next attempt. */
export const nextNumber = (attempts: readonly AttemptStory[]): number =>
  attempts.filter(({ outcome }) => !UNCOUNTED.some((each) => each === outcome)).length + 1;

/** Sorts a job's timeline into attempts, deliveries and times for the panel. */
export function jobStory(job: JobDetailModel): JobStory {
  const { timeline } = job;
  const envelopes = timeline.filter(({ kind }) => kind === "event").map(({ detail }) => detail?.envelope);
  return {
    acceptedAt: job.created_at,
    startedAt: timeline.find(({ kind }) => kind === "attempt_started")?.at ?? null,
    finishedAt: job.finished_at,
    attempts: attemptsOf(timeline),
    deliveries: deliveriesOf(timeline),
    envelope: (envelopes.at(-1) as Record<string, unknown> | undefined) ?? null,
  };
}

/** Returns whether the panel still expects changes: the outcome, or a pending delivery. */
export const isMoving = (state: JobStatus, story: JobStory): boolean =>
  state === "queued" || state === "running" || story.deliveries.some(({ status }) => status === "pending");
