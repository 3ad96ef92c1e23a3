import { eq, sql } from "drizzle-orm";
import { commitNext } from "#lib/db/door";
import { prepared } from "#lib/db/prepared";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type JobDefinition, staleLists } from "#lib/definitions/operation";
import type { OperationRunner, SettledLate } from "#lib/definitions/runner";
import type { EmrRow } from "#lib/emr/account";
import { leaveLine } from "#lib/jobs/record/record-order";
import { appendJobMessage, runnerView, type StoredJob } from "#lib/jobs/record/stored-job";
import type { Audience } from "#lib/webhooks/events/publish";
import { completionEvents, publishCompletion, publishFailure } from "./publish-outcome.ts";

/** A job whose end is being stored; its row and its record's line are locked. */
export interface Ending {
  found: StoredJob;
  definition: JobDefinition;
  runner: OperationRunner;
  account: EmrRow;
  /** Number of attempts, the last one included. */
  attempts: number;
  /** Id of the next job in the record's line; null if there is none. */
  next: number | null;
}

/** Columns that have the same value in every ended job. */
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

/** Internal jobs send no event whose receipt could confirm their end, so they are confirmed at once. */
const confirmedAtEnd = ({ events }: JobDefinition, at: Date): Date | null => (events ? null : at);

/** Appends a job's end to the account's streams. */
function appendEndMessage(
  tx: Transaction,
  { found, definition, attempts }: Ending,
  status: "completed" | "failed" | "cancelled",
  at: Date,
): Promise<void> {
  const ended = { ...AT_REST, status, attempts, finishedAt: at, confirmedAt: confirmedAtEnd(definition, at) };
  const invalidates = staleLists(definition, status);
  return appendJobMessage(tx, { ...found, ...ended, version: found.version + 1 }, { at, invalidates });
}

/**
 * Stores a job's completion in the caller's transaction (decisions §6): domain record, result, events, deliveries,
 * stream message and the next job of its line. `also` returns further statements to send in the same packet; the
 * transaction then ends with them. Returns the time of completion. Throws if the EMR's response cannot be stored or
 * does not fit the event's schema.
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
  const { found, definition, runner, account, attempts, next } = ending;
  const view = runnerView(tx, found, account.emrType);
  const result = "emrId" in outcome ? await heldResult(runner, view, outcome.emrId) : outcome.result;
  const now = new Date();
  const completion = await runner.complete({ ...view, result, settledLate });
  const events = completionEvents(definition, completion);
  // A disabled endpoint needs a query between the statements, so the commit cannot be sent along.
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
    appendEndMessage(tx, ending, "completed", now),
    leaveLine(tx, found, next),
    publishCompletion(tx, found, definition, events, audience),
  ]);
  return now;
}

function heldResult(runner: OperationRunner, view: ReturnType<typeof runnerView>, emrId: string): Promise<unknown> {
  if (!runner.held?.result) throw new Error("The result cannot be derived from the EMR's id");
  return runner.held.result(view, emrId);
}

/**
 * Stores a job's failure or cancellation with its one failure event, in the caller's transaction. `refused`: the
 * failure is final, by the EMR's validation or a person's decision.
 */
export async function storeFailure(
  tx: Transaction,
  ending: Ending,
  { status, reason, refused }: { status: "failed" | "cancelled"; reason: string; refused: boolean },
): Promise<void> {
  const { found, definition, runner, account, attempts, next } = ending;
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
  await Promise.all([appendEndMessage(tx, ending, status, at), leaveLine(tx, found, next)]);
  await publishFailure(tx, found, definition, { runner, emrType: account.emrType, reason, refused });
}
