import { and, asc, eq, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { job } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { present } from "#lib/kernel/clock";
import { enqueue } from "#lib/queue/queue";
import { entered } from "./entered.ts";
import { repeatedly } from "./repeatedly.ts";

/** Time between two looks in the EMR for the write of a job that is left to a person. */
export const LOOK_AGAIN_MS = 15 * 60_000;
const SWEEP_MS = 5 * 60_000;
/** Limit per linked account in one sweep, oldest first. The next sweep finds the rest. */
const MAX_PER_ACCOUNT = 1_000;

interface Row extends Record<string, unknown> {
  organization_id: string;
  linked_account_id: string;
}

/** Returns the linked accounts of the organizations that have a job of unknown outcome. */
async function accountsWithUnsettled() {
  const rows = await withoutTenant<Row>(sql`
    SELECT ${hexIds("organization_id", "linked_account_id")} FROM list_linked_accounts()
    WHERE organization_id IN (
      SELECT o.organization_id FROM list_organizations() o
      CROSS JOIN LATERAL count_ambiguous_jobs(o.organization_id) WHERE state = 'outcome_unknown')`);
  return rows.map((row) => ({ organizationId: row.organization_id, linkedAccountId: row.linked_account_id }));
}

/**
 * Adds a queue entry for the next search of the EMR to each job that is left to a person because its outcome is unknown,
 * unless it has one (decisions §6: a later search may find the write). Returns the number of new entries.
 */
export async function sweepUnsettled(now: Date): Promise<number> {
  const startAfter = new Date(now.getTime() + LOOK_AGAIN_MS);
  let entries = 0;
  for (const tenant of await accountsWithUnsettled()) {
    entries += await withTenant(tenant, async (tx) => {
      // Locked, so that two processes do not write an entry each.
      const left = await tx
        .select({ id: job.id })
        .from(job)
        .where(and(eq(job.linkedAccountId, tenant.linkedAccountId), eq(job.toReconcile, "outcome_unknown")))
        .orderBy(asc(job.id))
        .limit(MAX_PER_ACCOUNT)
        .for("update");
      const all = left.map(({ id }) => ({ ...tenant, jobId: id }));
      const isEntered = await entered(all, tx);
      const missing = all.filter((payload) => !isEntered(payload));
      for (const payload of missing) {
        await enqueue(tx, "operations", payload, { group: tenant.linkedAccountId, startAfter });
      }
      return missing.length;
    });
  }
  return entries;
}

/** Sweeps now and periodically; may run in every process. */
export const startUnsettledSweeps = () =>
  repeatedly(SWEEP_MS, "the sweep for unsettled work failed", () => sweepUnsettled(present()));
