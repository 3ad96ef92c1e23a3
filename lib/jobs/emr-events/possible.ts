import { and, eq, not, sql } from "drizzle-orm";
import { job } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import type { LoggedEvent } from "#lib/emr/port/port";
import { passedOn } from "#lib/jobs/passed-on/table";
import type { AccountTenant } from "#lib/kernel/principal";
import { isStorable } from "#lib/kernel/storable-text";
import type { Waiting } from "./waiting.ts";

/** Most warnings about events that a job gets. */
const MOST = 5;

/** A warning of a job without an answer, by which a person looks for it in the EMR. */
const warningOf = ({ type, at, jobId }: LoggedEvent): string =>
  `An event of the EMR may be about this: ${type} of its job ${jobId}, made at ${at}. It does not show for certain whose it is`;

/** Returns whether an event is of a job that the EMR has named in the answer to another operation of the account. */
async function isKnown(tx: Transaction, { linkedAccountId }: AccountTenant, { jobId }: LoggedEvent): Promise<boolean> {
  const named = sql`coalesce(${passedOn.answer} ->> 'job_id', ${passedOn.answer} ->> 'job_execution_id') = ${jobId}`;
  const [found] = await tx
    .select({ jobId: passedOn.jobId })
    .from(passedOn)
    .where(and(eq(passedOn.linkedAccountId, linkedAccountId), named))
    .limit(1);
  return found !== undefined;
}

/** Notes in jobs whose answers were lost that an event may be about them, once each; not one of a job that is known. */
export async function notePossible(
  tenant: AccountTenant,
  waiting: readonly Waiting[],
  event: LoggedEvent,
): Promise<void> {
  const warning = warningOf(event);
  if (!isStorable(warning)) return;
  await withTenant(tenant, async (tx) => {
    if (await isKnown(tx, tenant, event)) return;
    for (const { row } of waiting) {
      const isNew = not(sql`${warning} = ANY (${job.warnings})`);
      await tx
        .update(job)
        .set({ warnings: sql`array_append(${job.warnings}, ${warning})` })
        .where(and(eq(job.id, row.jobId), isNew, sql`cardinality(${job.warnings}) < ${MOST}`));
    }
  });
}
