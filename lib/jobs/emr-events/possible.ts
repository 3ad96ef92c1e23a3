import { and, eq, not, sql } from "drizzle-orm";
import { job } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import type { LoggedEvent } from "#lib/emr/port/port";
import { passedOn } from "#lib/jobs/passed-on/table";
import type { AccountTenant } from "#lib/kernel/principal";
import { isStorable } from "#lib/kernel/storable-text";
import type { Waiting } from "./waiting.ts";

/** Most warnings of a job after which events are named to it. */
const MOST = 5;

/** The warning after the last event that is named: the one that is looked for may be among those that are not. */
const MORE = "More events of the EMR may be about this than are named here: look for it in the EMR itself";

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

/**
 * Notes in jobs whose answers were lost that an event may be about them, once each; not one of a job that is known. Beyond a
 * few it notes once that there are more.
 */
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
      const given = job.warnings;
      const added = sql`CASE WHEN cardinality(${given}) < ${MOST} THEN ${warning} ELSE ${MORE} END`;
      await tx
        .update(job)
        .set({ warnings: sql`array_append(${given}, ${added})` })
        .where(and(eq(job.id, row.jobId), not(sql`${given} && ARRAY[${warning}, ${MORE}]`)));
    }
  });
}
