import { and, eq, lte, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { linkedAccount } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { emrColumns, openEmr } from "#lib/emr/account";
import { EmrError } from "#lib/emr/port/port";
import { repeatedly } from "#lib/jobs/runner/repeatedly";
import { present, presentMs } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import type { AccountTenant } from "#lib/kernel/principal";
import { wakeStreams } from "#lib/stream/wake";
import { emrEventReading } from "./table.ts";
import { isOnlyAccount, notTaken, takeEvent } from "./take-event.ts";
import { readWaiting, type Waiting } from "./waiting.ts";

const SWEEP_MS = 5_000;
/** Accounts that a process reads in one sweep. */
const MOST = 100;
/** Deadline of one reading. */
const READ_MS = 60_000;
/** Events may be seen later than they were made: as far before the latest one the next reading begins. */
const LATE_MS = 5 * 60_000;

/** Pauses between two readings: while an operation waits that was sent lately, that waits for long, and else. */
const BRISK_MS = 15_000;
const CALM_MS = 60_000;
const LATELY_MS = 5 * 60_000;
/** The pause after a failure. */
const FAILED_MS = 60_000;

/** Returns when the log is read next. */
function nextAfter(waiting: readonly Waiting[], now: number): Date {
  const isBrisk = waiting.some(({ sentAt }) => now - sentAt.getTime() < LATELY_MS);
  return new Date(now + (isBrisk ? BRISK_MS : CALM_MS));
}

/** Returns the moment from which a reading needs the log: no event of an operation that waits is missed. */
function neededFrom(since: Date, waiting: readonly Waiting[]): Date {
  const earliest = Math.min(since.getTime(), ...waiting.map(({ sentAt }) => sentAt.getTime()));
  return new Date(earliest - LATE_MS);
}

/** Claims the reading of an account for a while; null if it is not due, or another process has it. */
async function claim(tenant: AccountTenant): Promise<{ since: Date } | null> {
  const now = presentMs();
  const due = and(
    eq(emrEventReading.linkedAccountId, tenant.linkedAccountId),
    lte(emrEventReading.nextAt, new Date(now)),
  );
  const [row] = await withTenant(tenant, (tx) =>
    tx
      .update(emrEventReading)
      .set({ nextAt: new Date(now + READ_MS + FAILED_MS) })
      .where(due)
      .returning({ since: emrEventReading.since }),
  );
  return row ?? null;
}

const set = ({ linkedAccountId, ...tenant }: AccountTenant, changes: Partial<typeof emrEventReading.$inferInsert>) =>
  withTenant({ ...tenant, linkedAccountId }, (tx) =>
    tx.update(emrEventReading).set(changes).where(eq(emrEventReading.linkedAccountId, linkedAccountId)),
  );

/**
 * Reads the log of events of an account's EMR if that is due, and takes each event that was not taken. The watermark follows
 * once all of them are. An EMR without a log, or an account without one, is not read again.
 */
export async function readEventLog({ organizationId, linkedAccountId }: AccountTenant): Promise<void> {
  const tenant = { organizationId, linkedAccountId };
  const claimed = await claim(tenant);
  if (!claimed) return;
  const [account] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx.select(emrColumns).from(linkedAccount).where(eq(linkedAccount.id, linkedAccountId)),
  );
  const emr = account && account.unlinkedAt === null ? await openEmr(account, "read") : null;
  const log = emr?.eventLog;
  if (!account || !emr || !log) {
    await withTenant(tenant, (tx) =>
      tx.delete(emrEventReading).where(eq(emrEventReading.linkedAccountId, linkedAccountId)),
    );
    return;
  }
  const signal = AbortSignal.timeout(READ_MS);
  try {
    const waiting = await readTenant(tenant, (tx) => readWaiting(tx, tenant));
    const events = await log.read(neededFrom(claimed.since, waiting).toISOString(), signal);
    const fresh = await notTaken(tenant, events);
    const isAlone = fresh.length > 0 && (await isOnlyAccount(account));
    const taking = { tenant, account, emr, log, waiting, isAlone };
    for (const event of fresh) await takeEvent(taking, event, signal);
    const left = await readTenant(tenant, (tx) => readWaiting(tx, tenant));
    const latest = Math.max(claimed.since.getTime(), ...events.map(({ at }) => Date.parse(at)));
    await set(tenant, { since: new Date(latest), nextAt: nextAfter(left, presentMs()) });
    if (events.length > 0) wakeStreams(linkedAccountId);
  } catch (error) {
    if (!(error instanceof EmrError) && !signal.aborted) throw error;
    const pause = error instanceof EmrError ? Math.max(error.retryAfterMs ?? 0, FAILED_MS) : FAILED_MS;
    logger.info({ linked_account_id: linkedAccountId }, "an EMR's log of events could not be read");
    await set(tenant, { nextAt: new Date(presentMs() + pause) });
  }
}

/** Reads the logs that are due: every organization's longest due first, then every one's next, so that none fills a sweep. */
export async function readDueLogs(now: Date): Promise<void> {
  const due = await withoutTenant<{ organization_id: string; linked_account_id: string }>(sql`
    SELECT ${hexIds("organization_id", "linked_account_id")}
    FROM list_organizations() CROSS JOIN LATERAL find_event_readings(organization_id, ${now.toISOString()}, ${MOST})
      WITH ORDINALITY AS due (linked_account_id, place)
    ORDER BY place LIMIT ${MOST}`);
  await Promise.all(
    due.map(({ organization_id: organizationId, linked_account_id: linkedAccountId }) =>
      readEventLog({ organizationId, linkedAccountId }).catch(({ name }: Error) => {
        logger.warn(
          { linked_account_id: linkedAccountId, error_name: name },
          "an EMR's log of events could not be taken",
        );
      }),
    ),
  );
}

/** Reads due logs now and periodically; may run in every process. */
export const startEventReadings = () =>
  repeatedly(SWEEP_MS, "the EMRs' logs of events could not be read", () => readDueLogs(present()));
