import { eq, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { delivery, job, mail } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { present } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import { enqueue } from "#lib/queue/queue";
import type { Payloads } from "#lib/queue/queues";
import { deliveryGroup } from "#lib/webhooks/deliveries/write";
import { entered } from "./entered.ts";
import { runnerMetrics } from "./metrics.ts";
import { repeatedly } from "./repeatedly.ts";

/** Work is overdue if it has not begun this long after it was due. */
const OVERDUE_MS = 60_000;
const SWEEP_MS = 30_000;
/**
 * Limit per kind and organization in one sweep; as much of each kind for all of them, each organization's oldest in turn.
 * The next sweep finds the rest.
 */
const MAX_PER_KIND = 5_000;

const KINDS = ["operations", "deliveries", "mails"] as const;

type Payload = { [Kind in (typeof KINDS)[number]]: { kind: Kind; payload: Payloads[Kind] } }[(typeof KINDS)[number]];

/** Work that is late. */
type Overdue = Payload & {
  /** Whether its time has not come in any process yet; otherwise it has begun. */
  waits: boolean;
};

interface Row extends Record<string, unknown> {
  job_id: string | null;
  delivery_id: string | null;
  mail_id: string | null;
  waits: boolean;
  organization_id: string;
  linked_account_id: string;
}

/** Returns a row as the work that it is. A mail has no linked account. */
function workOf({ job_id, delivery_id, mail_id, waits, ...row }: Row): Overdue {
  const { organization_id: organizationId, linked_account_id: linkedAccountId } = row;
  if (mail_id !== null) return { kind: "mails", waits, payload: { organizationId, mailId: mail_id } };
  const tenant = { organizationId, linkedAccountId };
  return delivery_id === null
    ? { kind: "operations", waits, payload: { ...tenant, jobId: Number(job_id) } }
    : { kind: "deliveries", waits, payload: { ...tenant, deliveryId: delivery_id } };
}

/** Finds late work: every organization's oldest first, then every one's next, so that none fills a sweep. */
export async function findOverdue(dueBefore: Date, most = KINDS.length * MAX_PER_KIND): Promise<Overdue[]> {
  const before = dueBefore.toISOString();
  const rows = await withoutTenant<Row>(sql`
    SELECT job_id, waits, ${hexIds("organization_id", "linked_account_id", "delivery_id", "mail_id")}
    FROM list_organizations() CROSS JOIN LATERAL (
      SELECT job_id, delivery_id, NULL::uuid AS mail_id, waits, linked_account_id, since
      FROM find_overdue(organization_id, ${before}, ${MAX_PER_KIND})
      UNION ALL
      SELECT NULL, NULL, mail_id, true, NULL, since FROM find_overdue_mails(organization_id, ${before}, ${MAX_PER_KIND})
    ) AS late
    ORDER BY row_number() OVER (PARTITION BY organization_id ORDER BY since), since LIMIT ${most}`);
  return rows.map(workOf);
}

/** How unfinished work is queued. */
interface Place {
  group: string;
  due: Date | null;
}

async function lockJob(tx: Transaction, { jobId, linkedAccountId }: Payloads["operations"]): Promise<Place | null> {
  const [found] = await tx.select().from(job).where(eq(job.id, jobId)).for("update");
  if (found?.status !== "queued" && found?.status !== "running") return null;
  if (found.waitingFor !== null || found.toReconcile !== null) return null;
  return { group: linkedAccountId, due: found.nextAttemptAt };
}

async function lockDelivery(
  tx: Transaction,
  { deliveryId, linkedAccountId }: Payloads["deliveries"],
): Promise<Place | null> {
  const [found] = await tx.select().from(delivery).where(eq(delivery.id, deliveryId)).for("update");
  if (found?.status !== "pending") return null;
  const group = deliveryGroup(linkedAccountId, { url: found.targetUrl, endpointId: found.endpointId });
  return { group, due: found.nextAttemptAt };
}

async function lockMail(tx: Transaction, { mailId, organizationId }: Payloads["mails"]): Promise<Place | null> {
  const [found] = await tx.select().from(mail).where(eq(mail.id, mailId)).for("update");
  return found?.status === "queued" ? { group: organizationId, due: found.nextAttemptAt } : null;
}

/** Locks unfinished work and returns how it is queued; null if it is done. */
function lock(tx: Transaction, { kind, payload }: Payload): Promise<Place | null> {
  if (kind === "operations") return lockJob(tx, payload);
  return kind === "deliveries" ? lockDelivery(tx, payload) : lockMail(tx, payload);
}

/** Creates a new queue entry for work, unless another process has just done so. */
async function enterAgain(work: Overdue): Promise<boolean> {
  const tenant = { linkedAccountId: null, ...work.payload };
  return withTenant(tenant, async (tx) => {
    const found = await lock(tx, work);
    if (!found) return false;
    const isEntered = await entered([work.payload], tx);
    if (isEntered(work.payload)) return false;
    const options = { group: found.group, ...(found.due ? { startAfter: found.due } : {}) };
    await enqueue(tx, work.kind, work.payload, options);
    return true;
  });
}

/**
 * Finds jobs, deliveries and mails that were due a minute ago, sets the metric of overdue work, and creates new queue entries
 * for work that has none (its entry used up its retries, or the queue was emptied). Returns the number of new entries.
 * Work that is late because the queue is long keeps its entry.
 */
export async function sweepOverdue(now: Date): Promise<number> {
  const all = await findOverdue(new Date(now.getTime() - OVERDUE_MS));
  const isEntered = await entered(all.map(({ payload }) => payload));
  const { overdue, swept } = runnerMetrics();
  let entries = 0;
  for (const kind of KINDS) {
    const ofKind = all.filter((work) => work.kind === kind);
    overdue.set({ kind }, ofKind.filter(({ waits, payload }) => waits || !isEntered(payload)).length);
    for (const work of ofKind) {
      if (isEntered(work.payload) || !(await enterAgain(work))) continue;
      entries++;
      swept.inc({ kind });
    }
  }
  if (entries > 0) logger.warn({ count: entries }, "work had lost its queue entries and was given new ones");
  return entries;
}

/** Sweeps now and periodically; may run in every process. */
export const startOverdueSweeps = () =>
  repeatedly(SWEEP_MS, "the sweep for overdue work failed", () => sweepOverdue(present()));
