import type { JobDetailModel, JobStatus, TimelineEntry } from "#lib/jobs/record/model";

export interface AttemptStory {
  /** Counted from 1; one that does not count shares its number with the next. */
  number: number;
  startedAt: string;
  endedAt: string | null;
  outcome: "running" | "succeeded" | "failed" | "lost" | "unstored";
  reason: string | null;
}

export interface TellingStory {
  deliveryId: string;
  /** The URL that was told; null for the console's own inbox. */
  url: string | null;
  /** Of what it was told, such as `payment.created`; null where the event is gone. */
  eventType: string | null;
  status: string;
  nextAttemptAt: string | null;
  /** The latest try: what was answered and after how many milliseconds. */
  statusCode: number | null;
  durationMs: number | null;
  error: string | null;
  at: string | null;
  tries: number;
}

export interface JobStory {
  acceptedAt: string;
  /** When the first attempt began; null before. */
  startedAt: string | null;
  finishedAt: string | null;
  attempts: AttemptStory[];
  tellings: TellingStory[];
  /** The event as every target got it; null before there is one. */
  envelope: Record<string, unknown> | null;
}

const text = (value: unknown) => (typeof value === "string" ? value : null);
const count = (value: unknown) => (typeof value === "number" ? value : null);

/** How an attempt ended that did not succeed; one of the last two kinds does not count. */
const endOf = (outcome: unknown) => (outcome === "lost" || outcome === "unstored" ? outcome : "failed");

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

function tellingsOf(timeline: TimelineEntry[]): TellingStory[] {
  const events = timeline.filter(({ kind }) => kind === "event");
  const types = new Map(events.map(({ detail }) => [detail?.event_id, text(detail?.type)]));
  const byDelivery = new Map<string, TellingStory>();
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

/** The number of the next attempt. */
export const nextNumber = (attempts: readonly AttemptStory[]): number =>
  attempts.filter(({ outcome }) => outcome !== "lost" && outcome !== "unstored").length + 1;

/** A job's timeline, sorted by what a panel tells of it. */
export function tellJob(job: JobDetailModel): JobStory {
  const { timeline } = job;
  const envelopes = timeline.filter(({ kind }) => kind === "event").map(({ detail }) => detail?.envelope);
  return {
    acceptedAt: job.created_at,
    startedAt: timeline.find(({ kind }) => kind === "attempt_started")?.at ?? null,
    finishedAt: job.finished_at,
    attempts: attemptsOf(timeline),
    tellings: tellingsOf(timeline),
    envelope: (envelopes.at(-1) as Record<string, unknown> | undefined) ?? null,
  };
}

/** True while a panel still has something to hear: the outcome, or a target that is yet to be told. */
export const isMoving = (state: JobStatus, story: JobStory): boolean =>
  state === "queued" || state === "running" || story.tellings.some(({ status }) => status === "pending");
