import "#lib/changes/teller";
import { eq } from "drizzle-orm";
import { findOperation } from "#lib/catalog/catalog";
import { nextAsOf } from "#lib/db/as-of";
import { asOwnChange } from "#lib/db/change-cause";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { sendWrites, updateOf, type Write } from "#lib/db/write";
import { type JobDefinition, staleLists } from "#lib/definitions/operation";
import type { Completion, OperationRunner, SettledLate } from "#lib/definitions/runner";
import type { EmrRow } from "#lib/emr/account";
import type { FieldConflict } from "#lib/emr/port/port";
import { leaveLine, leavingLine, type Waiter } from "#lib/job-record/record-order";
import { appendJobMessage, jobMessageOf, runnerView, type StoredJob, tenantOf } from "#lib/job-record/stored-job";
import { NOT_WAITING, type Waiting } from "#lib/job-record/waiting";
import { settleKinds } from "#lib/jobs/sync/settle-run";
import { present } from "#lib/kernel/clock";
import type { FailureReason } from "#lib/kernel/failure-reasons";
import { alert } from "#lib/mail/alert";
import { enqueue } from "#lib/queue/queue";
import {
  type Audience,
  audienceOf,
  type EventOrigin,
  type NewEvent,
  newEvents,
  publishEvents,
} from "#lib/webhooks/events/publish";

/** A job whose end is being stored; its row and its lines are locked. */
export interface Ending {
  found: StoredJob;
  definition: JobDefinition;
  runner: OperationRunner;
  account: EmrRow;
  /** Number of attempts, the last one included. */
  attempts: number;
  /** The jobs that wait for it in its lines. */
  next: readonly Waiter[];
  /** Whether the account leads to another EMR than the one that the job was accepted for. */
  moved: boolean;
}

interface Failure {
  status: "failed" | "cancelled";
  reason: string;
  /** The same in published codes. */
  reasons: readonly FailureReason[];
  /** True if the failure is final, by the EMR's validation or a person's decision. */
  refused: boolean;
  /** Why the EMR's record was not overwritten. */
  conflicts?: readonly FieldConflict[];
}

/** Columns that have the same value in every ended job. */
const AT_REST = { nextAttemptAt: null, ...NOT_WAITING, ambiguous: false, toReconcile: null } as const;

/** Internal jobs send no event whose receipt could confirm their end, so they are confirmed at once. */
const confirmedAtEnd = ({ events }: JobDefinition, at: Date): Date | null => (events ? null : at);

/** Does work of a job whose changes of records are the job's own, unless the job only reads the EMR. */
const working = <Result>({ id }: StoredJob, { effect }: JobDefinition, work: () => Result): Result =>
  effect === "writes" ? asOwnChange({ jobId: id }, work) : work();

/** Returns the message of a job's end to the account's streams. */
function endMessageOf(
  { found, definition, attempts }: Ending,
  status: "completed" | "failed" | "cancelled",
  at: Date,
): Write {
  const ended = { ...AT_REST, status, attempts, finishedAt: at, confirmedAt: confirmedAtEnd(definition, at) };
  const invalidates = staleLists(definition, status);
  return jobMessageOf({ ...found, ...ended, version: found.version + 1 }, { at, invalidates });
}

/** Parses an event's data strictly against its definition, so that no undocumented field is sent. */
function shaped(definition: JobDefinition, { type, data }: NewEvent): NewEvent {
  const { completed, failed, also = [] } = definition.events ?? {};
  const known = [completed, failed, ...also].find((candidate) => candidate?.type === type);
  if (!known) throw new Error(`${definition.id} sends no event ${type}`);
  return { type, data: known.data.strict().parse(data) };
}

const originOf = (found: StoredJob, definition: JobDefinition): EventOrigin => ({
  tenant: tenantOf(found),
  job: { ...found, callbacks: findOperation(definition.id)?.callbacks ?? "added" },
});

/**
 * Returns the recipients of a job's outcome; null, without a query, for internal jobs, which send no events. Its
 * queries are sent together.
 */
export const outcomeAudience = async (
  tx: Transaction,
  found: StoredJob,
  definition: JobDefinition,
): Promise<Audience | null> => (definition.events ? audienceOf(tx, originOf(found, definition)) : null);

/** Returns the recipients of several jobs' outcomes; jobs of the same recipients share the queries. */
export function outcomeAudiences(
  tx: Transaction,
  all: readonly { job: StoredJob; definition: JobDefinition }[],
): Promise<(Audience | null)[]> {
  const known = new Map<string, Promise<Audience | null>>();
  return Promise.all(
    all.map(({ job, definition }) => {
      const key = `${job.apiClientId}/${definition.id}/${job.callbackUrls.length > 0}`;
      const audience = known.get(key) ?? outcomeAudience(tx, job, definition);
      known.set(key, audience);
      return audience;
    }),
  );
}

/** Returns the events of a completed job in their order. Throws if an event does not fit its schema. */
function completionEvents(
  definition: JobDefinition,
  { data, also = [] }: Completion<Record<string, unknown>>,
): NewEvent[] {
  if (!definition.events) return [];
  return [...also, { type: definition.events.completed.type, data }].map((event) => shaped(definition, event));
}

/** A job's completion: the time of it, and the rows that store it. */
export interface NewCompletion {
  at: Date;
  writes: Write[];
}

/**
 * Returns a job's completion, to be stored in the caller's transaction (decisions §6): domain record, result, stream
 * message, the next job of its line, events and deliveries. Throws if the EMR's response cannot be stored or does not
 * fit the event's schema.
 */
export async function completionOf(
  tx: Transaction,
  ending: Ending,
  outcome: ({ result: unknown } | { emrId: string }) & { warnings?: readonly string[] },
  audience: Audience | null,
  settledLate?: SettledLate,
): Promise<NewCompletion> {
  const { found, definition, runner, account, attempts, next, moved } = ending;
  const view = runnerView(tx, found, account.emrType);
  const result = "emrId" in outcome ? await heldResult(runner, view, outcome.emrId) : outcome.result;
  const at = present();
  const completion = await working(found, definition, () => runner.complete({ ...view, result, settledLate, moved }));
  const warnings = [...(outcome.warnings ?? []), ...(completion.warnings ?? [])];
  const events = completionEvents(definition, completion);
  if (completion.synced) await settleKinds(tx, tenantOf(found), completion.synced);
  const published = audience ? await newEvents(tx, originOf(found, definition), events, audience) : [];
  const completed = {
    ...AT_REST,
    status: "completed",
    result: completion.data,
    attempts,
    finishedAt: at,
    confirmedAt: confirmedAtEnd(definition, at),
    version: found.version + 1,
    ...(warnings.length > 0 ? { warnings: [...found.warnings, ...warnings] } : {}),
  } as const;
  const writes = [
    ...(completion.writes ?? []),
    updateOf(job, found.id, completed),
    endMessageOf(ending, "completed", at),
    ...leavingLine(found, next),
    ...published.flatMap((each) => each.writes),
  ];
  return { at, writes };
}

function heldResult(runner: OperationRunner, view: ReturnType<typeof runnerView>, emrId: string): Promise<unknown> {
  if (!runner.held?.result) throw new Error("The result cannot be derived from the EMR's id");
  return runner.held.result(view, emrId);
}

/** Publishes a job's one failure event, in the caller's transaction. */
async function publishFailure(
  tx: Transaction,
  { found, definition, runner, account }: Ending,
  { status, reason, reasons, refused }: Failure,
): Promise<void> {
  if (!definition.events) return;
  const { type, data: shape, omitsReasons } = definition.events.failed;
  const how = { reason, refused, cancelled: status === "cancelled" };
  const data = (await working(found, definition, () =>
    runner.fail?.({ ...runnerView(tx, found, account.emrType), ...how }),
  )) ?? {
    ...found.identifiers,
    failure_reason: reason,
  };
  // The events that decisions fix have no such field (additions §1).
  const coded = "reasons" in shape.shape && !omitsReasons ? { reasons } : {};
  await publishEvents(tx, originOf(found, definition), [shaped(definition, { type, data: { ...data, ...coded } })]);
}

/** Stores a job's failure or cancellation with its one failure event, in the caller's transaction. */
export async function storeFailure(tx: Transaction, ending: Ending, failure: Failure): Promise<void> {
  const { found, definition, attempts, next } = ending;
  const { status, reason, reasons, refused, conflicts = [] } = failure;
  const at = present();
  await tx
    .update(job)
    .set({
      ...AT_REST,
      status,
      failureReason: reason,
      reasons: [...reasons],
      refused,
      conflicts: conflicts.length === 0 ? null : [...conflicts],
      attempts,
      finishedAt: at,
      confirmedAt: confirmedAtEnd(definition, at),
      waitingFor: null,
      version: found.version + 1,
    })
    .where(eq(job.id, found.id));
  await sendWrites(tx, [endMessageOf(ending, status, at), ...leavingLine(found, next)]);
  await publishFailure(tx, ending, failure);
  if (status === "failed" && definition.events) await alert(tx, tenantOf(found), "work_failed");
}

/** Puts a job back into the queue for its next attempt. */
export async function putBack(
  tx: Transaction,
  found: StoredJob,
  definition: JobDefinition,
  change: Waiting & { attempts: number; ambiguous: boolean; unstored?: number; nextAttemptAt: Date },
  now: Date,
): Promise<void> {
  const tenant = tenantOf(found);
  const queued = { ...change, status: "queued", version: found.version + 1 } as const;
  await tx.update(job).set(queued).where(eq(job.id, found.id));
  await appendJobMessage(tx, { ...found, ...queued }, { at: now, invalidates: staleLists(definition, "queued") });
  const { nextAttemptAt: startAfter } = change;
  await enqueue(tx, "operations", { jobId: found.id, ...tenant }, { group: tenant.linkedAccountId, startAfter });
}

/**
 * Marks a job for reconciliation by a person, as its outcome cannot be determined automatically: it stays `queued`
 * without a next attempt and sends no event, and later changes of its record proceed (decisions §6).
 */
export async function leaveToPerson(
  tx: Transaction,
  { found, next }: Pick<Ending, "found" | "next">,
  definition: JobDefinition,
  why: Waiting & {
    toReconcile: NonNullable<StoredJob["toReconcile"]>;
    attempts: number;
    unstored?: number;
  },
  now: Date,
): Promise<void> {
  const left = {
    ...why,
    status: "queued",
    ambiguous: true,
    nextAttemptAt: null,
    version: found.version + 1,
  } as const;
  await tx
    .update(job)
    .set({ ...left, toReconcileAsOf: nextAsOf })
    .where(eq(job.id, found.id));
  await appendJobMessage(tx, { ...found, ...left }, { at: now, invalidates: staleLists(definition, "queued") });
  await leaveLine(tx, found, next);
  await alert(tx, tenantOf(found), "work_unknown");
}
