import { eq } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { emrColumns, prepareAccount } from "#lib/emr/account";
import { EmrError, type SyncKind } from "#lib/emr/port/port";
import { probeAgain } from "#lib/emr/probe-again";
import { runnerMetrics } from "#lib/jobs/runner/metrics";
import { present, presentMs } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import { completeIn, enqueue, type Leased } from "#lib/queue/queue";
import type { Payloads } from "#lib/queue/queues";
import { SyncOvertaken } from "./run.ts";
import { syncAccount } from "./sync-account.ts";

type Payload = Payloads["syncs"];

/** First pause after a failure; it doubles with each one. */
const PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 30 * 60_000;
/** Each pause is longer by a random part of itself, so that accounts of one EMR do not return together. */
const SPREAD = 0.25;
/** A request is given up after a day: the next night's sync has taken its place. */
const GIVE_UP_MS = 24 * 60 * 60_000;

/**
 * A sync gives up its place after so many pages, or so much time, and goes to the end of the line: one of a large practice,
 * or of an EMR whose pages never end, keeps no other waiting.
 */
const SLICE = { pages: 300, ms: 60_000 };

/** Returns the milliseconds until the next attempt, after this many failures. */
export const pauseAfter = (failures: number): number =>
  Math.round(Math.min(PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS) * (1 + SPREAD * Math.random()));

/**
 * Readies the account's EMR (see Connector.prepare), and probes it again if a call has contradicted its last probe.
 * Returns false for an account that is unlinked.
 */
async function prepare({ organizationId, linkedAccountId }: Payload): Promise<boolean> {
  const [account] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({ emr: emrColumns, unlinkedAt: linkedAccount.unlinkedAt })
      .from(linkedAccount)
      .where(eq(linkedAccount.id, linkedAccountId)),
  );
  if (!account || account.unlinkedAt !== null) return false;
  await probeAgain(account.emr, present());
  await prepareAccount(account.emr, present());
  return true;
}

/** Replaces the entry by one for later, or at the end of the line, in one transaction. */
const enterAgain = (payload: Payload, startAfter: Date | null, entry?: Leased): Promise<void> =>
  withTenant(payload, async (tx) => {
    await enqueue(tx, "syncs", payload, { group: payload.linkedAccountId, ...(startAfter && { startAfter }) });
    await completeIn(tx, entry);
  });

/** Returns how a sync ended, and when it is tried again; null if it is not. */
function outcomeOf(error: unknown, { requestedAt, failures = 0 }: Payload) {
  if (error instanceof SyncOvertaken) return { outcome: "overtaken", failures, waitMs: null };
  if (!(error instanceof EmrError)) throw error;
  if (error.limited) return { outcome: "postponed", failures, waitMs: error.retryAfterMs ?? PAUSE_MS };
  if (error.kind === "validation") return { outcome: "refused", failures, waitMs: null };
  const count = failures + 1;
  const isOld = presentMs() - Date.parse(requestedAt) > GIVE_UP_MS;
  const waitMs = Math.max(pauseAfter(count), error.retryAfterMs ?? 0);
  return { outcome: "retried", failures: count, waitMs: isOld ? null : waitMs };
}

/**
 * Runs one account's sync: first, nightly or asked for. After a passing failure the entry is replaced by one for later,
 * with growing pauses; a reached limit of calls postpones it without counting as a failure; an error for good waits for
 * the next night. A sync that is not complete at the end of its time slice goes on with another entry. Throws if
 * the database is away, so that the queue hands the entry over again at once.
 */
export async function runSync(payload: Payload, entry?: Leased): Promise<void> {
  const since = Date.now();
  const { linkedAccountId } = payload;
  const about = () => ({ linked_account_id: linkedAccountId, duration_ms: Date.now() - since });
  try {
    if (!(await prepare(payload))) return;
    const isComplete = await syncAccount(payload, {
      requestedAt: new Date(payload.requestedAt),
      acceptHeld: (payload.acceptHeld ?? []) as SyncKind[],
      slice: SLICE,
    });
    if (!isComplete) {
      runnerMetrics().syncs.inc({ outcome: "yielded" });
      await enterAgain({ ...payload, failures: 0 }, null, entry);
      return;
    }
    runnerMetrics().syncs.inc({ outcome: "succeeded" });
    logger.info(about(), "sync done");
  } catch (error) {
    const { outcome, failures, waitMs } = outcomeOf(error, payload);
    runnerMetrics().syncs.inc({ outcome });
    logger.warn({ ...about(), outcome }, "sync not completed");
    if (waitMs !== null) await enterAgain({ ...payload, failures }, new Date(presentMs() + waitMs), entry);
  }
}
