import { and, eq } from "drizzle-orm";
import { writtenTables } from "#lib/catalog/generated/written-tables";
import { directory, job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type JobDefinition, staleLists } from "#lib/definitions/operation";
import { reopenDraft } from "#lib/drafts/send-draft";
import { leaveLine } from "#lib/job-record/record-order";
import { appendJobMessage, tenantOf } from "#lib/job-record/stored-job";
import type { Ending } from "#lib/jobs/lifecycle/end-job";
import { passedOn, type Refusal } from "./table.ts";

/** A caller that never asked again is not waited for: after this time a refusal fails the job. */
const MAX_WAIT_MS = 60_000;

/**
 * Withdraws a job whose caller still waits for the EMR's own answer, in the transaction of its attempt: the job, its
 * attempts and its record are deleted, no event is sent, and the refusal is kept for the caller. Returns false if nobody
 * waits.
 */
export async function withdraw(
  tx: Transaction,
  definition: JobDefinition,
  { found, next }: Pick<Ending, "found" | "next">,
  { refusal, now }: { refusal: Refusal; now: Date },
): Promise<boolean> {
  if (now.getTime() - found.createdAt.getTime() > MAX_WAIT_MS) return false;
  const mine = and(eq(passedOn.linkedAccountId, found.linkedAccountId), eq(passedOn.jobId, found.id));
  const [kept] = await tx
    .update(passedOn)
    .set({ refusal, callerWaits: false })
    .where(and(mine, eq(passedOn.callerWaits, true)))
    .returning({ callbackHash: passedOn.callbackHash });
  if (!kept) return false;
  await leaveLine(tx, found, next);
  await tx.delete(directory).where(and(eq(directory.kind, "callback"), eq(directory.key, kept.callbackHash)));
  for (const table of writtenTables) await tx.delete(table).where(eq(table.jobId, found.id));
  await reopenDraft(tx, found.linkedAccountId, found.id);
  await tx.delete(job).where(eq(job.id, found.id));
  const gone = { ...found, ...tenantOf(found), status: "cancelled", finishedAt: now, confirmedAt: now } as const;
  await appendJobMessage(
    tx,
    { ...gone, version: found.version + 1 },
    { at: now, invalidates: staleLists(definition, "cancelled") },
  );
  return true;
}
