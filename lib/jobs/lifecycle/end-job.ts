import { eq, sql } from "drizzle-orm";
import { commitNext } from "#lib/db/door";
import { prepared } from "#lib/db/prepared";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type JobDefinition, staleLists } from "#lib/definitions/operation";
import type { OperationRunner, SettledLate } from "#lib/definitions/runner";
import { leaveLine } from "#lib/jobs/record/record-order";
import { runnerView, type StoredJob, tellStreams } from "#lib/jobs/record/stored-job";
import type { Audience } from "#lib/webhooks/events/publish";
import { completionEvents, publishCompletion, publishFailure } from "./publish-outcome.ts";

/** A job whose end is being stored: its row and its record's line are locked. */
export interface Ending {
  found: StoredJob;
  definition: JobDefinition;
  runner: OperationRunner;
  emrType: string;
  /** Attempts that it took. */
  attempts: number;
  /** The job behind it in its record's line. */
  next: number | null;
}

/** What is the same of every job that has ended. */
const AT_REST = { nextAttemptAt: null, waitingReason: null, ambiguous: false, toReconcile: null } as const;

const setCompleted = prepared((tx) =>
  tx
    .update(job)
    .set({
      status: "completed",
      result: sql`${sql.placeholder("result")}`,
      attempts: sql`${sql.placeholder("attempts")}`,
      finishedAt: sql`${sql.placeholder("now")}`,
      ...AT_REST,
      confirmedAt: sql`${sql.placeholder("confirmedAt")}`,
      version: sql`${job.version} + 1`,
    })
    .where(eq(job.id, sql.placeholder("id"))),
);

/** Work of our own sends no event whose receipt could confirm its end. */
const confirmedAtEnd = ({ events }: JobDefinition, at: Date): Date | null => (events ? null : at);

/** Sends a job's end to the account's streams. */
function tellEnd(
  tx: Transaction,
  { found, definition, attempts }: Ending,
  status: "completed" | "failed" | "cancelled",
  at: Date,
): Promise<void> {
  const ended = { ...AT_REST, status, attempts, finishedAt: at, confirmedAt: confirmedAtEnd(definition, at) };
  const invalidates = staleLists(definition, status);
  return tellStreams(tx, { ...found, ...ended, version: found.version + 1 }, { at, invalidates });
}

/**
 * Stores a job's completion in the caller's transaction (decisions §6): record, result, events, deliveries, the stream's
 * message and the next job of its line. With `also`, which sends what is left beside them, it is the last of its transaction.
 * Returns the moment of its end. Throws where the answer of the EMR cannot be stored, or is no event.
 */
export async function storeCompletion(
  tx: Transaction,
  ending: Ending,
  outcome: { result: unknown } | { emrId: string },
  audience: Audience | null,
  {
    settledLate,
    also,
  }: { settledLate?: SettledLate | undefined; also?: (now: Date) => (Promise<unknown> | undefined)[] } = {},
): Promise<Date> {
  const { found, definition, runner, emrType, attempts, next } = ending;
  const view = runnerView(tx, found, emrType);
  const result = "emrId" in outcome ? await heldResult(runner, view, outcome.emrId) : outcome.result;
  const now = new Date();
  const completion = await runner.complete({ ...view, result, settledLate });
  const events = completionEvents(definition, completion);
  // What becomes of a delivery to a disabled endpoint is asked in between.
  if (also && (audience?.endpoints.every(({ enabled }) => enabled) ?? true)) commitNext(tx);
  await Promise.all([
    ...(also?.(now) ?? []),
    setCompleted(tx).execute({
      id: found.id,
      result: completion.data,
      attempts,
      now,
      confirmedAt: confirmedAtEnd(definition, now),
    }),
    tellEnd(tx, ending, "completed", now),
    leaveLine(tx, found, next),
    publishCompletion(tx, found, definition, events, audience),
  ]);
  return now;
}

function heldResult(runner: OperationRunner, view: ReturnType<typeof runnerView>, emrId: string): Promise<unknown> {
  if (!runner.held?.result) throw new Error("The EMR's id alone does not say what it holds");
  return runner.held.result(view, emrId);
}

/**
 * Stores that a job failed, or was cancelled, with its one failure event, in the caller's transaction. `refused`: the EMR
 * will never take it, or somebody decided so.
 */
export async function storeFailure(
  tx: Transaction,
  ending: Ending,
  { status, reason, refused }: { status: "failed" | "cancelled"; reason: string; refused: boolean },
): Promise<void> {
  const { found, definition, runner, emrType, attempts, next } = ending;
  const at = new Date();
  await tx
    .update(job)
    .set({
      ...AT_REST,
      status,
      failureReason: reason,
      attempts,
      finishedAt: at,
      confirmedAt: confirmedAtEnd(definition, at),
      waitingFor: null,
      version: found.version + 1,
    })
    .where(eq(job.id, found.id));
  await Promise.all([tellEnd(tx, ending, status, at), leaveLine(tx, found, next)]);
  await publishFailure(tx, found, definition, { runner, emrType, reason, refused });
}
