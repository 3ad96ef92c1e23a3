import "#lib/jobs/logins/teller";
import { eq } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { isDatabaseAway } from "#lib/db/unavailable";
import { emrColumns, openEmr } from "#lib/emr/account";
import { type EmrConnection, EmrError } from "#lib/emr/port/port";
import { readEventsSoon } from "#lib/jobs/emr-events/schedule";
import { runnerMetrics } from "#lib/jobs/runner/metrics";
import { present } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import type { AccountTenant } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { endLoad, type Loading, postponement, prepareLoad } from "./first-load.ts";
import { SYNCED_KINDS, stagesOf } from "./kinds.ts";
import { readKind } from "./read-kind.ts";
import { beginRun, isDone, kindRows, newRun, type Request, type Run, SyncOvertaken, TimeSlice } from "./run.ts";
import { type Failure, settleRun } from "./settle-run.ts";

/** Deadline of one page; exceeding it counts as an outage. */
export const PAGE_MS = 60_000;

/**
 * Returns the failure of a kind: an unforeseen error is one, too, so that it costs no other kind, is tried again with pauses, and
 * shows. Throws what is no kind's: the database is away, or another run has taken over.
 */
function failureOf(error: unknown, { kind }: SyncedKind): EmrError {
  if (error instanceof EmrError) return error;
  if (error instanceof SyncOvertaken || isDatabaseAway(error)) throw error;
  logger.error(
    { kind, error_name: (error as Error).name, stack: (error as Error).stack },
    "a kind could not be synced",
  );
  return new EmrError("passing", "The EMR's records could not be stored because of an error in this product");
}

/** Reads the kinds of a line one after the other; a reached limit of calls ends it. Returns the failures. */
async function readLine(run: Run, line: SyncedKind[]): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const synced of line) {
    if (run.slice.isOver) break;
    try {
      await readKind(run, synced);
    } catch (error) {
      const failure = failureOf(error, synced);
      failures.push({ kind: synced.kind, error: failure });
      if (failure.limited) break;
    }
  }
  return failures;
}

/** Reads the due kinds in their stages. If the EMR is out for the whole of a stage, the next ones fail untried. */
export async function readStages(run: Run, due: SyncedKind[]): Promise<Failure[]> {
  const failures: Failure[] = [];
  let tried = 0;
  for (const lines of stagesOf(run.emr.kinds)) {
    const dueLines = lines.map((line) => due.filter(({ kind }) => line.includes(kind)));
    const kinds = dueLines.flat();
    const out = failures[0];
    if (run.slice.isOver || failures.some(({ error }) => error.limited)) break;
    const isOut = out?.error.kind === "passing" && failures.length === tried;
    tried += kinds.length;
    if (isOut) {
      failures.push(...kinds.map(({ kind }) => ({ kind, error: out.error })));
      continue;
    }
    const ends = await Promise.allSettled(dueLines.map((line) => readLine(run, line)));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    failures.push(...ends.flatMap((end) => (end.status === "fulfilled" ? end.value : [])));
  }
  return failures;
}

/** How the due kinds were read. */
interface ReadDue {
  failures: Failure[];
  /** The error that postpones those which wait for the EMR's load; null if none does. */
  postponed: EmrError | null;
}

/** Reads the due kinds, those of a load once the EMR has prepared it. If it cannot be prepared, all of them have failed. */
async function readDue(run: Run, due: SyncedKind[]): Promise<ReadDue> {
  let loading: Loading | null;
  try {
    loading = await prepareLoad(
      run,
      due.map(({ kind }) => kind),
    );
  } catch (error) {
    const failures = due.map((synced) => ({ kind: synced.kind, error: failureOf(error, synced) }));
    return { failures, postponed: null };
  }
  if (loading === null) return { failures: await readStages(run, due), postponed: null };
  const { kinds } = loading;
  const postponed = postponement(loading);
  const readable = postponed === null ? due : due.filter(({ kind }) => !kinds.includes(kind));
  try {
    return { failures: await readStages(run, readable), postponed };
  } finally {
    await endLoad(run, loading);
  }
}

/** What is known of an open connection. */
interface Opened {
  emrType: string;
  /** Version of the account's link with which it was opened. */
  linkVersion: number;
  /** Deadline of one page, in milliseconds. */
  pageMs?: number;
  slice?: TimeSlice;
}

/**
 * Runs a sync of an account over an open connection; it takes over from any other run of the account. A kind that fails
 * does not keep the others from being read. Throws an EmrError, the one for a reached limit first, or SyncOvertaken;
 * every page stored before remains, and the next run continues there. Returns false if its slice ended before, likewise.
 */
export async function syncOver(
  given: AccountTenant,
  emr: EmrConnection,
  { emrType, linkVersion, pageMs = PAGE_MS, slice = new TimeSlice(), ...request }: Request & Opened,
): Promise<boolean> {
  // Picks the ids: the caller's tenant may have further fields.
  const tenant = { organizationId: given.organizationId, linkedAccountId: given.linkedAccountId };
  const context = { emrType, capabilities: emr.capabilities };
  const run = newRun({ tenant, emr, linkVersion, context, pageMs, slice, changesAlone: false });
  const supported = SYNCED_KINDS.filter(({ kind }) => emr.kinds[kind].read !== "unsupported");
  await beginRun(
    run,
    supported.map(({ kind }) => kind),
    request,
  );
  const rows = await readTenant(tenant, (tx) => kindRows(tx, tenant));
  const done = new Set(rows.filter((row) => isDone(row, request)).map(({ kind }) => kind));
  const due = supported.filter(({ kind }) => !done.has(kind));
  const { failures, postponed } = await readDue(run, due);
  const limit = failures.find(({ error }) => error.limited)?.error ?? postponed;
  const failed = failures.filter(({ error }) => !error.limited);
  for (const { kind } of failed) runnerMetrics().syncFailures.inc({ kind });
  const isOver = due.length > 0 && slice.isOver;
  const ended = limit === null && !isOver;
  await settleRun(run, failed, { whole: failures.length === 0 && ended, ended });
  const error = limit ?? failed[0]?.error;
  if (error) throw error;
  return !isOver;
}

/** Syncs at work in this process by account: the next one of an account waits for the one before. */
const atWork = () => singleton("syncs-at-work", () => new Map<string, Promise<boolean>>());

async function syncNow(tenant: AccountTenant, request: Request & { slice: TimeSlice }): Promise<boolean> {
  const [row] = await readTenant({ ...tenant, linkedAccountId: null }, (tx) =>
    tx.select(emrColumns).from(linkedAccount).where(eq(linkedAccount.id, tenant.linkedAccountId)),
  );
  if (!row) throw new Error("No such linked account");
  const { emrType, linkVersion } = row;
  const emr = await openEmr(row, "sync");
  if (emr.eventLog) await withTenant(tenant, (tx) => readEventsSoon(tx, tenant));
  return syncOver(tenant, emr, { ...request, emrType, linkVersion });
}

/**
 * Brings an account's records and settings up to date with its EMR as of `requestedAt`, now by default. Reads each kind
 * page by page and continues readings that an earlier run began. Throws an EmrError if a kind could not be read;
 * records that changed after reading began are left as they are. Returns false if the slice ended before.
 */
export async function syncAccount(
  { organizationId, linkedAccountId }: AccountTenant,
  {
    requestedAt = present(),
    acceptHeld = [],
    slice,
  }: Partial<Request> & { slice?: { pages: number; ms: number } } = {},
): Promise<boolean> {
  const before = atWork().get(linkedAccountId) ?? Promise.resolve(true);
  const mine = before
    .catch(() => undefined)
    .then(() => syncNow({ organizationId, linkedAccountId }, { requestedAt, acceptHeld, slice: new TimeSlice(slice) }));
  atWork().set(linkedAccountId, mine);
  try {
    return await mine;
  } finally {
    if (atWork().get(linkedAccountId) === mine) atWork().delete(linkedAccountId);
  }
}
