import { eq } from "drizzle-orm";
import { statusOf } from "#lib/api/answer/http-error";
import type { Call } from "#lib/api/endpoints/endpoint";
import { assertWriteWithin, isLimited } from "#lib/api/identity/embed-limits";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { OperationDefinition } from "#lib/definitions/operation";
import { awaitRefusal } from "#lib/jobs/passed-on/caller";
import { DomainError } from "#lib/kernel/domain-error";
import type { Principal } from "#lib/kernel/principal";
import { noteAudit } from "#lib/security/audit/audit-log";

/** Returns a check that throws 403 if the stored response concerns a job outside the limited view. */
export const replayWithin =
  (principal: Principal, definition: OperationDefinition) =>
  async (tx: Transaction, { body }: { body: Record<string, unknown> }): Promise<void> => {
    if (!isLimited(principal)) return;
    const id = Number(body[definition.jobId.field]);
    const [found] = await tx.select({ patientMrn: job.patientMrn }).from(job).where(eq(job.id, id));
    await assertWriteWithin(tx, principal, { limit: definition.embed, patientMrn: found?.patientMrn ?? null });
  };

/** Throws the refusal of the EMR to which an accepted operation was passed on (decisions §4). */
export async function throwRefusal({ principal, audit }: Call, jobId: number): Promise<void> {
  const refusal = await awaitRefusal(principal, jobId);
  if (!refusal) return;
  noteAudit({ ...audit, status: statusOf(refusal.code) });
  // The EMR's own words, and what it sends beside them, may tell of other visits.
  if (principal.embed?.offer) throw new DomainError(refusal.code, "The EMR refused the visit; nothing was saved");
  throw refusal;
}
