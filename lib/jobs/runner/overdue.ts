import { eq, sql } from "drizzle-orm";
import { delivery, job } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { logger } from "#lib/kernel/logger";
import { enqueue } from "#lib/queue/queue";
import { deliveryGroup } from "#lib/webhooks/deliveries/write";
import { runnerMetrics } from "./metrics.ts";
import { repeatedly } from "./repeatedly.ts";

/** Work that was due so long ago and has not begun is overdue. */
const OVERDUE_MS = 60_000;
const SWEEP_MS = 30_000;
/** Of each kind at a time, the oldest: behind them the next sweep finds more. */
const MOST = 5_000;

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
    SELECT job_id, replace(delivery_id::text, '-', '') AS delivery_id, waits,
      replace(organization_id::text, '-', '') AS organization_id,
      replace(linked_account_id::text, '-', '') AS linked_account_id
    FROM find_overdue(${dueBefore.toISOString()}, ${MOST})`);
  return rows.map(({ job_id, delivery_id, waits, ...row }) => {
    const common = { waits, organizationId: row.organization_id, linkedAccountId: row.linked_account_id };
    return delivery_id === null
      ? { ...common, kind: "operations", jobId: Number(job_id) }
      : { ...common, kind: "deliveries", deliveryId: delivery_id };
  });
}

const keyOf = (work: Overdue) => (work.kind === "operations" ? String(work.jobId) : work.deliveryId);

/** The queue's names for the work, of these, that it still has an entry of. */
async function entered(run: (statement: ReturnType<typeof sql>) => Promise<{ key: string }[]>, work: Overdue[]) {
  const keys = JSON.stringify(work.map(keyOf));
  const rows = await run(sql`
    SELECT coalesce(data ->> 'jobId', data ->> 'deliveryId') AS key FROM pgboss.job
    WHERE name IN ('operations', 'deliveries') AND state <= 'active'
      AND coalesce(data ->> 'jobId', data ->> 'deliveryId') IN (SELECT jsonb_array_elements_text(${keys}::jsonb))`);
  return new Set(rows.map(({ key }) => key));
}

/** Locks the work that is still to be done and gives whose turn it waits for and when; null where it is done. */
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

/** Gives work a new queue entry, unless another process has just done so. */
async function enterAgain(work: Overdue): Promise<boolean> {
  const { organizationId, linkedAccountId } = work;
  const tenant = { organizationId, linkedAccountId };
  return withTenant(tenant, async (tx) => {
    const found = await lock(tx, work);
    if (!found) return false;
    const inTransaction = async (statement: ReturnType<typeof sql>) =>
      (await tx.execute<{ key: string }>(statement)).rows;
    if ((await entered(inTransaction, [work])).size > 0) return false;
    const options = { group: found.group, ...(found.due ? { startAfter: found.due } : {}) };
    if (work.kind === "operations") await enqueue(tx, "operations", { ...tenant, jobId: work.jobId }, options);
    else await enqueue(tx, "deliveries", { ...tenant, deliveryId: work.deliveryId }, options);
    return true;
  });
}

/**
 * Looks for jobs and deliveries that were due a minute ago: tells the metrics how many have not begun, and gives those a
 * new queue entry that the queue knows nothing of (an entry that used up its returns, a queue that was emptied). Gives
 * how many these were. What is late as the queue is long is left to the queue.
 */
export async function sweepOverdue(now: Date): Promise<number> {
  const all = await findOverdue(new Date(now.getTime() - OVERDUE_MS));
  const known = all.length > 0 ? await entered((statement) => withoutTenant<{ key: string }>(statement), all) : null;
  const { overdue, swept } = runnerMetrics();
  let entries = 0;
  for (const kind of ["operations", "deliveries"] as const) {
    const ofKind = all.filter((work) => work.kind === kind);
    overdue.set({ kind }, ofKind.filter((work) => work.waits || !known?.has(keyOf(work))).length);
    for (const work of ofKind) {
      if (known?.has(keyOf(work)) || !(await enterAgain(work))) continue;
      entries++;
      swept.inc({ kind });
    }
  }
  if (entries > 0) logger.warn({ count: entries }, "work had lost its queue entries and was given new ones");
  return entries;
}

/** Sweeps now and from then on; every process may do so. */
export const sweepForEver = () =>
  repeatedly(SWEEP_MS, "overdue work could not be looked for", () => sweepOverdue(new Date()));
