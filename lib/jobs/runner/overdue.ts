import { eq, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { delivery, job } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { logger } from "#lib/kernel/logger";
import { enqueue } from "#lib/queue/queue";
import { deliveryGroup } from "#lib/webhooks/deliveries/write";
import { entered } from "./entered.ts";
import { runnerMetrics } from "./metrics.ts";
import { repeatedly } from "./repeatedly.ts";

/** Work is overdue if it has not begun this long after it was due. */
const OVERDUE_MS = 60_000;
const SWEEP_MS = 30_000;
/**
 * Limit per kind and organization in one sweep; twice this for all of them, oldest first. The next sweep finds the
 * rest.
 */
const MAX_PER_KIND = 5_000;

type Overdue = { organizationId: string; linkedAccountId: string; waits: boolean } & (
  | { kind: "operations"; jobId: number }
  | { kind: "deliveries"; deliveryId: string }
);

interface Row extends Record<string, unknown> {
  job_id: string | null;
  delivery_id: string | null;
  waits: boolean;
  organization_id: string;
  linked_account_id: string;
}

async function findOverdue(dueBefore: Date): Promise<Overdue[]> {
  const rows = await withoutTenant<Row>(sql`
    SELECT job_id, waits, ${hexIds("organization_id", "linked_account_id", "delivery_id")}
    FROM list_organizations() CROSS JOIN LATERAL find_overdue(organization_id, ${dueBefore.toISOString()}, ${MAX_PER_KIND})
    ORDER BY since LIMIT ${2 * MAX_PER_KIND}`);
  return rows.map(({ job_id, delivery_id, waits, ...row }) => {
    const common = { waits, organizationId: row.organization_id, linkedAccountId: row.linked_account_id };
    return delivery_id === null
      ? { ...common, kind: "operations", jobId: Number(job_id) }
      : { ...common, kind: "deliveries", deliveryId: delivery_id };
  });
}

const keyOf = (work: Overdue) => (work.kind === "operations" ? String(work.jobId) : work.deliveryId);

/** Locks unfinished work and returns its queue group and due time; null if it is done. */
async function lock(tx: Transaction, work: Overdue): Promise<{ group: string; due: Date | null } | null> {
  if (work.kind === "operations") {
    const [found] = await tx.select().from(job).where(eq(job.id, work.jobId)).for("update");
    if (found?.status !== "queued" && found?.status !== "running") return null;
    if (found.waitingFor !== null || found.toReconcile !== null) return null;
    return { group: work.linkedAccountId, due: found.nextAttemptAt };
  }
  const [found] = await tx.select().from(delivery).where(eq(delivery.id, work.deliveryId)).for("update");
  if (found?.status !== "pending") return null;
  const group = deliveryGroup(work.linkedAccountId, { url: found.targetUrl, endpointId: found.endpointId });
  return { group, due: found.nextAttemptAt };
}

/** Creates a new queue entry for work, unless another process has just done so. */
async function enterAgain(work: Overdue): Promise<boolean> {
  const { organizationId, linkedAccountId } = work;
  const tenant = { organizationId, linkedAccountId };
  return withTenant(tenant, async (tx) => {
    const found = await lock(tx, work);
    if (!found) return false;
    if ((await entered([keyOf(work)], tx)).size > 0) return false;
    const options = { group: found.group, ...(found.due ? { startAfter: found.due } : {}) };
    if (work.kind === "operations") await enqueue(tx, "operations", { ...tenant, jobId: work.jobId }, options);
    else await enqueue(tx, "deliveries", { ...tenant, deliveryId: work.deliveryId }, options);
    return true;
  });
}

/**
 * Finds jobs and deliveries that were due a minute ago, sets the metric of overdue work, and creates new queue entries
 * for work that has none (its entry used up its retries, or the queue was emptied). Returns the number of new entries.
 * Work that is late because the queue is long keeps its entry.
 */
export async function sweepOverdue(now: Date): Promise<number> {
  const all = await findOverdue(new Date(now.getTime() - OVERDUE_MS));
  const known = await entered(all.map(keyOf));
  const { overdue, swept } = runnerMetrics();
  let entries = 0;
  for (const kind of ["operations", "deliveries"] as const) {
    const ofKind = all.filter((work) => work.kind === kind);
    overdue.set({ kind }, ofKind.filter((work) => work.waits || !known.has(keyOf(work))).length);
    for (const work of ofKind) {
      if (known.has(keyOf(work)) || !(await enterAgain(work))) continue;
      entries++;
      swept.inc({ kind });
    }
  }
  if (entries > 0) logger.warn({ count: entries }, "work had lost its queue entries and was given new ones");
  return entries;
}

/** Sweeps now and periodically; may run in every process. */
export const startOverdueSweeps = () =>
  repeatedly(SWEEP_MS, "the sweep for overdue work failed", () => sweepOverdue(new Date()));
