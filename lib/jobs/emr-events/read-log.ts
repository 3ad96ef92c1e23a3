import "#lib/jobs/logins/teller";
import { and, desc, eq, lte, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { linkedAccount } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { type EmrRow, emrColumns, openEmr } from "#lib/emr/account";
import { type EmrConnection, EmrError, type EventLog } from "#lib/emr/port/port";
import { arrivesAt, noteMissed, readWebhook, type WebhookRow } from "#lib/jobs/emr-webhooks/standing";
import { repeatedly } from "#lib/jobs/runner/repeatedly";
import { present, presentMs } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import type { AccountTenant } from "#lib/kernel/principal";
import { onWoken } from "#lib/queue/wake";
import { wakeStreams } from "#lib/stream/message";
import { takeArrived, takeEach } from "./arrived.ts";
import { takeEndedJobs } from "./ended-jobs.ts";
import { keepArrived } from "./keep.ts";
import { takeNotices } from "./notices.ts";
import { type Pace, paceAfter, paceUntil } from "./pace.ts";
import { FIRST_MS } from "./schedule.ts";
import { setEventsAside } from "./set-aside.ts";
import { emrEventArrived, emrEventReading } from "./table.ts";
import { notTaken, type Taking } from "./take-event.ts";
import { readWaiting, type Waiting } from "./waiting.ts";

const SWEEP_MS = 5_000;
/** Accounts that a process reads in one sweep. */
const MOST = 100;
/** Deadline of one reading. */
const READ_MS = 60_000;
/** Events may be seen later than they were made: as far before the latest one the next reading begins. */
const LATE_MS = 5 * 60_000;

/** The pause of an EMR that shows no log: what it tells is taken as it arrives. */
const NO_LOG_MS = 24 * 3_600_000;

/** The pause after a failure. */
const FAILED_MS = 60_000;

/** Returns the moment from which a reading needs the log: no event of an operation that waits is missed. */
function neededFrom(since: Date, waiting: readonly Waiting[]): Date {
  const earliest = Math.min(since.getTime(), ...waiting.map(({ sentAt }) => sentAt.getTime()));
  return new Date(earliest - LATE_MS);
}

interface Claimed {
  since: Date;
  logAt: Date | null;
  /** Begin of the reading. */
  began: Date;
}

const rowOf = ({ linkedAccountId }: AccountTenant) => eq(emrEventReading.linkedAccountId, linkedAccountId);

/** Returns until when no other process reads for an account. */
const claimedUntil = (began: Date): Date => new Date(began.getTime() + READ_MS + FAILED_MS);

/** Claims the reading of an account for a while; null if it is not due, or another process has it. */
async function claim(tenant: AccountTenant): Promise<Claimed | null> {
  const began = present();
  const [row] = await withTenant(tenant, (tx) =>
    tx
      .update(emrEventReading)
      .set({ nextAt: claimedUntil(began) })
      .where(and(rowOf(tenant), lte(emrEventReading.nextAt, began)))
      .returning({ since: emrEventReading.since, logAt: emrEventReading.logAt }),
  );
  return row ? { ...row, began } : null;
}

/**
 * Ends a reading. Events that arrived since it began are taken at once, and those that had no effect yet after `againMs`: what
 * they are about may be stored by then.
 */
const end = (
  tenant: AccountTenant,
  { began }: Claimed,
  { nextAt, ...pace }: Pace & { since?: Date },
  againMs: number = FIRST_MS,
) =>
  withTenant(tenant, async (tx) => {
    // Locked first: an event that arrives meanwhile waits, and then sets the next reading itself.
    const [row] = await tx
      .select({ nextAt: emrEventReading.nextAt })
      .from(emrEventReading)
      .where(rowOf(tenant))
      .for("update");
    // An operation that was accepted meanwhile has asked for an earlier reading.
    const asked = row && row.nextAt < claimedUntil(began) ? row.nextAt.getTime() : Number.POSITIVE_INFINITY;
    const [latest] = await tx
      .select({ at: emrEventArrived.arrivedAt })
      .from(emrEventArrived)
      .where(eq(emrEventArrived.linkedAccountId, tenant.linkedAccountId))
      .orderBy(desc(emrEventArrived.arrivedAt))
      .limit(1);
    const soon = latest && presentMs() + (latest.at >= began ? 0 : againMs);
    const next = new Date(Math.min(nextAt.getTime(), asked, soon ?? nextAt.getTime()));
    await tx
      .update(emrEventReading)
      .set({ ...pace, nextAt: next })
      .where(rowOf(tenant));
  });

/** Reads the log, and takes each event that was not taken. Returns the moment of the latest one. */
async function readLog(taking: Taking, since: Date, webhook: WebhookRow | null, signal: AbortSignal): Promise<Date> {
  const { tenant, account, log, waiting } = taking;
  const { events, unread } = await log.read(neededFrom(since, waiting).toISOString(), signal);
  await setEventsAside(tenant, account, unread);
  const fresh = await notTaken(tenant, events);
  const later = await takeEach(taking, fresh, signal);
  if (later.length > 0) await keepArrived(tenant, later);
  if (webhook && fresh.length > 0) {
    const left = new Set((await notTaken(tenant, fresh)).map(({ id }) => id));
    await noteMissed(
      webhook,
      fresh.filter(({ id }) => !left.has(id)).map(({ at }) => at),
    );
  }
  if (events.length > 0) wakeStreams(tenant.linkedAccountId);
  // An event that says a moment to come does not hide those until then.
  const moments = events.map(({ at }) => Date.parse(at)).filter((at) => at <= presentMs());
  return new Date(Math.max(since.getTime(), ...moments));
}

/** The account of a reading, with its open connection, and its log if it shows one. */
interface Reading {
  tenant: AccountTenant;
  account: EmrRow;
  emr: EmrConnection;
  log: EventLog | undefined;
}

/** Takes what arrived, and reads the log if that is due. Returns the pace of what follows. */
async function takeAll(
  { tenant, account, emr, log }: Reading,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<Pace & { since?: Date; againMs: number }> {
  if (!log && emr.readJob) {
    return { ...(await takeEndedJobs({ tenant, emr }, claimed, signal)), logAt: null, againMs: FIRST_MS };
  }
  if (!log) {
    // A first sync reads all of it.
    if (account.syncedAt === null)
      return { nextAt: new Date(presentMs() + FAILED_MS), logAt: null, againMs: FAILED_MS };
    await takeNotices({ tenant, account, emr }, signal);
    return { nextAt: new Date(presentMs() + NO_LOG_MS), logAt: null, againMs: FIRST_MS };
  }
  const waiting = await readTenant(tenant, (tx) => readWaiting(tx, tenant));
  const taking = { tenant, account, emr, log, waiting };
  const againMs = (await takeArrived(taking, signal)) ? FAILED_MS : FIRST_MS;
  const webhook = await readWebhook(account);
  const left = () => readTenant(tenant, (tx) => readWaiting(tx, tenant));
  const rare = paceUntil(claimed, await left(), arrivesAt(webhook), presentMs());
  if (rare) return { ...rare, againMs };
  const since = await readLog(taking, claimed.since, webhook, signal);
  return { since, againMs, ...paceAfter(await left(), arrivesAt(await readWebhook(account)), presentMs()) };
}

/**
 * Takes the events of an account's EMR if that is due: those that arrived, and those of its log, which is read rarely while events
 * arrive. The watermark follows once all are taken. An EMR without a log that shows its
 * jobs is asked for those whose events have not come. An EMR without either, or an account without one, is not read again.
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
  if (!account || !emr || !(log || emr.noticed || emr.readJob)) {
    await withTenant(tenant, async (tx) => {
      await tx.delete(emrEventArrived).where(eq(emrEventArrived.linkedAccountId, linkedAccountId));
      await tx.delete(emrEventReading).where(rowOf(tenant));
    });
    return;
  }
  const signal = AbortSignal.timeout(READ_MS);
  try {
    const { againMs, ...pace } = await takeAll({ tenant, account, emr, log }, claimed, signal);
    await end(tenant, claimed, pace, againMs);
  } catch (error) {
    if (!(error instanceof EmrError) && !signal.aborted) throw error;
    const pause = error instanceof EmrError ? Math.max(error.retryAfterMs ?? 0, FAILED_MS) : FAILED_MS;
    logger.info({ linked_account_id: linkedAccountId }, "an EMR's log of events could not be read");
    await end(tenant, claimed, { nextAt: new Date(presentMs() + pause), logAt: null }, pause);
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

/** Takes due events and reads due logs now, periodically, and when events arrive in any process; may run in every process. */
export function startEventReadings(): { stop(): Promise<void> } {
  const readings = repeatedly(SWEEP_MS, "the EMRs' logs of events could not be read", () => readDueLogs(present()));
  const end = onWoken("emr_events", readings.again);
  return {
    async stop() {
      end();
      await readings.stop();
    },
  };
}
