import "#lib/jobs/logins/teller";
import { and, eq } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import { readTenant, type Transaction, withTenant } from "#lib/db/tenant";
import { emrColumns, openEmr } from "#lib/emr/account";
import { budgetOf } from "#lib/emr/budget/budgets";
import { storedProfile } from "#lib/emr/connect";
import { type EmrConnection, EmrError } from "#lib/emr/port/port";
import { runnerMetrics } from "#lib/jobs/runner/metrics";
import { changingKinds, readChanges } from "#lib/jobs/sync/read-changes";
import { readNearVisits } from "#lib/jobs/sync/read-near-visits";
import { readsDays } from "#lib/jobs/sync/reads-days";
import { pauseAfter } from "#lib/jobs/sync/run-sync";
import { onceWithin } from "#lib/jobs/sync/within-deadline";
import { present } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import type { Payloads } from "#lib/queue/queues";
import { type Pace, paceOf } from "./pace.ts";
import { roundOf } from "./round.ts";
import { accountFreshness } from "./table.ts";

type Payload = Payloads["readings"];
type Scope = Payload["scope"];
type FreshnessRow = typeof accountFreshness.$inferSelect;

/** Today's visits are read this often while a stream of the account is open. */
export const TODAY_MS = 30_000;

/** Days of which a reading of all that changed reads the visits first. */
const NEAR_DAYS = 8;

/** Deadline of reading visits: shorter than the time until the next reading of today's. */
const VISITS_MS = 25_000;

/** A round may begin this much before the time since the last one is over: rounds of processes are not exact. */
const EARLY = 0.1;

const MINUTE_MS = 60_000;

/** An EMR that refuses to be read is asked again after this time. */
const REFUSED_MS = 30 * MINUTE_MS;

const COLUMNS = {
  today: { beganAt: "todayBeganAt", readAt: "todayReadAt", seconds: "todaySeconds", reason: "todayReason" },
  changes: { beganAt: "changesBeganAt", readAt: "changesReadAt", seconds: "changesSeconds", reason: "changesReason" },
} as const;

/** Longest pause in an outage: whoever looks at a page then sees soon that it is over. */
const MOST_PAUSE_MS = 5 * MINUTE_MS;

async function accountOf(tx: Transaction, { linkedAccountId }: Payload) {
  const [found] = await tx
    .select({ emr: emrColumns, interval: linkedAccount.syncIntervalMinutes, freshness: accountFreshness })
    .from(linkedAccount)
    .leftJoin(
      accountFreshness,
      and(
        eq(accountFreshness.organizationId, linkedAccount.organizationId),
        eq(accountFreshness.linkedAccountId, linkedAccount.id),
      ),
    )
    .where(eq(linkedAccount.id, linkedAccountId));
  return found;
}

type Account = NonNullable<Awaited<ReturnType<typeof accountOf>>>;

/** Returns whether an account may be read between its syncs at all. */
const isRead = ({ emr: { unlinkedAt, syncedAt, profile }, interval }: Account): boolean =>
  unlinkedAt === null && syncedAt !== null && interval > 0 && !storedProfile(profile)?.login_required;

/** Returns whether a reading began in the present round: a long round outlives its entry, and a process that starts enters it again. */
const isOfRound = ({ emr: { id }, interval }: Account, last: Date, now: Date): boolean =>
  roundOf(id, interval * MINUTE_MS, last) === roundOf(id, interval * MINUTE_MS, now);

/** Returns whether the EMR asked for no pause, its budget for no longer interval, and no reading began in this round. */
function isDue(account: Account, scope: Scope, now: Date): boolean {
  const { freshness: row } = account;
  if (row === null) return true;
  if (row.pausedUntil !== null && row.pausedUntil > now) return false;
  const { beganAt, seconds, reason } = COLUMNS[scope];
  const last = row[beganAt];
  if (last !== null && scope === "changes" && isOfRound(account, last, now)) return false;
  // Without a reason the account is read as often as it is set to be, which may have changed.
  if (row[reason] === null || last === null) return true;
  return now.getTime() - last.getTime() >= (row[seconds] ?? 0) * 1_000 * (1 - EARLY);
}

/** Changes what is kept of the account's readings. */
const keep = ({ organizationId, linkedAccountId }: Payload, values: Partial<FreshnessRow>): Promise<unknown> =>
  withTenant({ organizationId, linkedAccountId }, (tx) =>
    tx
      .insert(accountFreshness)
      .values({ organizationId, linkedAccountId, ...values })
      .onConflictDoUpdate({
        target: [accountFreshness.organizationId, accountFreshness.linkedAccountId],
        set: values,
      }),
  );

const isReadByDays = ({ capabilities, kinds, passOn }: EmrConnection) =>
  readsDays({ capabilities, kinds, passesOn: passOn !== undefined });

/** Reads the visits of some days, or what changed of all visits from an EMR of which days cannot be read by themselves. */
async function readVisits(payload: Payload, account: Account, emr: EmrConnection, days: number): Promise<void> {
  const { emrType, linkVersion, timezone } = account.emr;
  if (isReadByDays(emr)) {
    const from = { emr, link: account.emr, emrType, timezone };
    return onceWithin(VISITS_MS, (signal) => readNearVisits(payload, from, { days, signal }));
  }
  const kinds = changingKinds(emr, { visitsByParts: false }).filter((kind) => kind === "appointments");
  await readChanges(payload, emr, { emrType, linkVersion, kinds });
}

async function read(payload: Payload, account: Account, emr: EmrConnection): Promise<void> {
  if (payload.scope === "today") return readVisits(payload, account, emr, 1);
  const { emrType, linkVersion } = account.emr;
  await readVisits(payload, account, emr, NEAR_DAYS);
  await readChanges(payload, emr, {
    emrType,
    linkVersion,
    kinds: changingKinds(emr, { visitsByParts: !isReadByDays(emr) }),
  });
}

/** Returns the pace after a failed reading: an EMR that refuses to be read is asked rarely. */
function paceAfter({ kind, limited, message }: EmrError, { ms, reason }: Pace): Pace {
  const isRefused = kind === "validation" && !limited;
  return { ms: isRefused ? Math.max(ms, REFUSED_MS) : ms, reason: reason ?? message };
}

/** Returns how long no reading of the account begins after a failed one; null if that does not concern the others. */
function pauseOf({ kind, limited, retryAfterMs }: EmrError, failures: number): number | null {
  if (limited) return retryAfterMs;
  return kind === "validation" ? null : Math.max(Math.min(pauseAfter(failures), MOST_PAUSE_MS), retryAfterMs ?? 0);
}

/**
 * Reads, between two syncs of an account, today's visits or all that changed (additions §4), and keeps how often the EMR's budget
 * allows that. An outage stops the readings with growing pauses, and so does a limit of calls; refused credentials and an interval
 * of 0 stop them for as long as they last. Throws if the database is away.
 */
export async function runReading(payload: Payload): Promise<void> {
  const { organizationId, linkedAccountId, scope } = payload;
  const account = await readTenant({ organizationId, linkedAccountId }, (tx) => accountOf(tx, payload));
  const now = present();
  if (!account || !isRead(account) || !isDue(account, scope, now)) return;
  const before = account.freshness;
  const column = COLUMNS[scope];
  // Kept before the EMR is called: a reading that ends its process is not begun again before its next round.
  await keep(payload, { [column.beganAt]: now });
  const askedMs = scope === "today" ? TODAY_MS : account.interval * MINUTE_MS;
  const slowedSeconds = before?.[column.reason] ? before[column.seconds] : null;
  let calls = 0;
  const emr = await openEmr(account.emr, "sync", () => calls++);
  const keepPace = ({ ms, reason }: Pace, values: Partial<FreshnessRow>) =>
    keep(payload, { [column.seconds]: Math.round(ms / 1_000), [column.reason]: reason, ...values });
  const paceNow = (isLimited: boolean) => {
    const beforeMs = slowedSeconds === null ? null : slowedSeconds * 1_000;
    return paceOf({ askedMs, beforeMs, calls, limit: budgetOf(account.emr).limit, isLimited });
  };
  const { readings } = runnerMetrics();
  try {
    await read(payload, account, emr);
    await keepPace(paceNow(false), { [column.readAt]: present(), failures: 0, pausedUntil: null });
    readings.inc({ scope, outcome: "succeeded" });
  } catch (error) {
    if (!(error instanceof EmrError)) throw error;
    const { limited } = error;
    const failures = (before?.failures ?? 0) + (limited ? 0 : 1);
    const pauseMs = pauseOf(error, failures);
    const pausedUntil = pauseMs === null ? null : new Date(present().getTime() + pauseMs);
    await keepPace(paceAfter(error, paceNow(limited)), { failures, pausedUntil });
    readings.inc({ scope, outcome: limited ? "postponed" : "failed" });
    logger.warn({ linked_account_id: linkedAccountId, kind: scope, outcome: error.kind }, "an EMR was not read");
  }
}
