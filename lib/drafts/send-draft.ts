import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { present } from "#lib/kernel/clock";
import { DomainError } from "#lib/kernel/domain-error";
import type { Actor } from "#lib/kernel/principal";
import { draft } from "./table.ts";

/** A draft that a person sends. */
interface Sent {
  id: string;
  linkedAccountId: string;
  /** Id of the operation. */
  operation: string;
  /** The job that it becomes. */
  jobId: number;
}

/**
 * Marks a draft as sent, in the transaction that accepts its operation: of two requests that send it, however far apart,
 * one becomes a job. Returns who drafted it. Throws `conflict` with the job if it was sent, `not_found` if it was discarded.
 */
export async function sendDraft(tx: Transaction, { id, linkedAccountId, operation, jobId }: Sent): Promise<Actor> {
  const named = and(eq(draft.linkedAccountId, linkedAccountId), eq(draft.id, id), eq(draft.operation, operation));
  const [sent] = await tx
    .update(draft)
    .set({ jobId, sentAt: present() })
    .where(and(named, isNull(draft.jobId)))
    .returning({ draftedBy: draft.draftedBy });
  if (sent) return sent.draftedBy;
  const [found] = await tx.select({ jobId: draft.jobId }).from(draft).where(named);
  if (!found) throw new DomainError("not_found", "Draft not found: it was discarded, or sent some time ago");
  throw new DomainError("conflict", `This draft was sent already, as job ${found.jobId}`, {
    details: { job_execution_id: String(found.jobId) },
  });
}

/** Lets a draft wait again whose job was withdrawn, because the EMR refused it before the request was answered. */
export async function reopenDraft(tx: Transaction, linkedAccountId: string, jobId: number): Promise<void> {
  await tx
    .update(draft)
    .set({ jobId: null, sentAt: null })
    .where(and(eq(draft.linkedAccountId, linkedAccountId), eq(draft.jobId, jobId)));
}
