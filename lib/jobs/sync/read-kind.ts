import { drawAsOf } from "#lib/db/as-of";
import type { Transaction } from "#lib/db/tenant";
import { stateOf } from "#lib/definitions/kind-state";
import { EmrError, type KindSupport, type RecordPage } from "#lib/emr/port/port";
import { runnerMetrics } from "#lib/jobs/runner/metrics";
import { present, presentMs } from "#lib/kernel/clock";
import { clearSeen, completeReading, countAnswer, type SyncKindRow } from "#lib/resources/synced/complete-reading";
import { noteSeen, storePage } from "#lib/resources/synced/store-page";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { knownRecords } from "./known-records.ts";
import { MAX_FAILURES, notDoubtful, type Place } from "./place.ts";
import { idsToAsk, readMissing } from "./read-missing.ts";
import { type Run, setKind, withKind } from "./run.ts";
import { withContent } from "./with-content.ts";
import { withLacking } from "./with-lacking.ts";
import { withinDeadline } from "./within-deadline.ts";

const WEEK_MS = 7 * 86_400_000;

/** An incremental kind with at most this many stored records is swept at every sync: a few calls list its ids. */
const CHEAP_SWEEP = 5_000;

type Mode = SyncKindRow["mode"];

/**
 * Returns how a new reading of a kind is made: by the changes since the last one if the EMR can list them. Deletions are noticed by a
 * sweep of the ids, and without one by reading all records once a week.
 */
function modeOf(support: KindSupport, { since, sweptAt, held, anewSince }: SyncKindRow): Mode {
  if (support.read !== "incremental" || since === null || anewSince !== null) return "whole";
  if (support.rotates) return "incremental";
  const isSwept = sweptAt !== null && sweptAt.getTime() > presentMs() - WEEK_MS;
  return support.ids || (isSwept && held === null) ? "incremental" : "whole";
}

/** Begins a reading of the kind, or continues the one in progress. Null if the kind was read meanwhile. */
const begin = (run: Run, { kind }: SyncedKind): Promise<Place | null> =>
  withKind(run, kind, async (tx, row) => {
    const asOf = await drawAsOf(tx);
    const status: SyncKindRow["status"] = row.status === "degraded" || row.status === "held" ? row.status : "running";
    const isOutdated = row.anewSince !== null && row.anewSince > (row.asOf ?? 0);
    const isStuck = row.failures >= MAX_FAILURES;
    if (row.reading && !isOutdated && !isStuck) {
      await setKind(tx, run.tenant, kind, stateOf(status, row.reason));
      return { row, asOf };
    }
    const changes = {
      ...stateOf(status, row.reason),
      reading: true,
      mode: run.changesAlone ? ("incremental" as const) : modeOf(run.emr.kinds[kind], row),
      cursor: null,
      asOf,
      pages: 0,
      rows: 0,
      total: null,
      beganAt: present(),
      // What fails again and again is read without the load.
      ...(isStuck ? { firstLoad: null } : {}),
      ...(row.firstLoad === null ? { note: null } : {}),
    };
    await clearSeen(tx, run.tenant, kind);
    await setKind(tx, run.tenant, kind, changes);
    return { row: { ...row, ...changes }, asOf };
  });

/** Returns whether the ids of all records are compared after a reading's last page. */
async function isSwept(tx: Transaction, run: Run, { kind, rows }: SyncedKind, row: SyncKindRow): Promise<boolean> {
  if (!rows || !run.emr.kinds[kind].ids) return false;
  const answer = await countAnswer(tx, run.tenant, { kind, rows, asOf: row.asOf ?? 0 });
  // A record that a whole reading lacks may have slipped between two of its pages.
  if (row.mode === "whole") return answer.seen < answer.stored;
  return (
    row.held !== null ||
    row.sweptAt === null ||
    row.sweptAt.getTime() <= presentMs() - WEEK_MS ||
    answer.stored <= CHEAP_SWEEP
  );
}

/** Returns how a reading goes on after its last page of records; null if it is complete. */
async function afterRecords(tx: Transaction, run: Run, synced: SyncedKind, row: SyncKindRow): Promise<Mode | null> {
  if (await isSwept(tx, run, synced, row)) return "sweep";
  // A reading of all records has tried each of them.
  if (row.mode === "whole" || !run.emr.readEach) return null;
  return (await idsToAsk(tx, run, synced, { row: { ...row, mode: "again" } })).length > 0 ? "again" : null;
}

/** Stores a page and its checkpoint in one transaction. Returns the next place; null after the reading's end. */
async function storeRecords(
  run: Run,
  synced: SyncedKind,
  { row: { cursor }, asOf }: Place,
  page: RecordPage,
): Promise<Place | null> {
  const { kind } = synced;
  const stored = await withKind(run, kind, async (tx, row) => {
    const context = { ...run.context, accepted: row.acceptHeld };
    const whole = row.mode === "whole" && !run.emr.kinds[kind].partial;
    const noted = whole || page.covers !== undefined;
    const result = await storePage(tx, run.tenant, synced, page, { asOf, whole: noted, context });
    if (page.seen) await noteSeen(tx, run.tenant, kind, page.seen);
    const doubtful = typeof page.doubt === "string";
    const changes = {
      cursor: page.next,
      pages: row.pages + 1,
      rows: row.rows + result.rows,
      total: page.total ?? row.total,
      pageAt: present(),
      failures: 0,
      ...(page.next === null ? { since: page.since, firstLoad: null } : {}),
      ...(page.note ? { note: page.note } : {}),
    };
    const next = { ...row, ...changes };
    await setKind(tx, run.tenant, kind, changes);
    if (page.next !== null) return { result, place: { row: next, asOf: await drawAsOf(tx) } };
    const following = doubtful || run.changesAlone ? null : await afterRecords(tx, run, synced, row);
    if (following) {
      await setKind(tx, run.tenant, kind, { mode: following });
      return { result, place: { row: { ...next, mode: following }, asOf } };
    }
    const held = await completeReading(tx, run.tenant, synced, next, {
      removes: whole,
      held: result.held,
      doubtful,
      changesAlone: run.changesAlone,
    });
    return { result, place: null, held };
  });
  if (!stored) return null;
  const { syncRows, syncsHeld } = runnerMetrics();
  syncRows.inc({ kind }, stored.result.rows);
  if (stored.held) syncsHeld.inc({ kind });
  if (stored.place && stored.place.row.cursor === cursor && cursor !== null)
    throw new EmrError("passing", "The EMR's pages do not advance");
  notDoubtful(page);
  return stored.place;
}

/** Reads one page of records with their content, and stores them. */
async function readRecords(run: Run, synced: SyncedKind, place: Place): Promise<Place | null> {
  const { cursor, since, mode, firstLoad } = place.row;
  const start = {
    cursor,
    since: mode === "incremental" ? since : null,
    known: knownRecords(run.tenant),
    fromLoad: firstLoad !== null,
  };
  const page = await withinDeadline(run.pageMs, (signal) => run.emr.readPage(synced.kind, start, signal));
  const all = await withLacking(run, synced, place.row, page);
  return storeRecords(run, synced, place, await withContent(run, synced, place.row, all));
}

/**
 * Reads one page of ids; after the last one the stored records that were never named are asked for one by one, or removed
 * from an EMR that cannot be asked so.
 */
async function readIds(run: Run, synced: SyncedKind, { row: { cursor }, asOf }: Place): Promise<Place | null> {
  const { kind } = synced;
  const page = await withinDeadline(run.pageMs, (signal) => run.emr.readIds(kind, cursor, signal));
  if (page.next !== null && page.next === cursor) throw new EmrError("passing", "The EMR's pages do not advance");
  const doubtful = typeof page.doubt === "string";
  const next = await withKind(run, kind, async (tx, row) => {
    await noteSeen(tx, run.tenant, kind, page.ehrIds);
    const isLast = page.next === null && !doubtful && run.emr.readEach !== undefined;
    const changes = {
      cursor: page.next,
      pages: row.pages + 1,
      pageAt: present(),
      failures: 0,
      ...(isLast ? { mode: "missing" as const } : {}),
    };
    await setKind(tx, run.tenant, kind, changes);
    if (page.next !== null || isLast) return { row: { ...row, ...changes }, asOf };
    const held = await completeReading(tx, run.tenant, synced, row, { removes: true, doubtful });
    if (held) runnerMetrics().syncsHeld.inc({ kind });
    return null;
  });
  notDoubtful(page);
  return next;
}

const STEPS: Record<Mode, (run: Run, synced: SyncedKind, place: Place) => Promise<Place | null>> = {
  whole: readRecords,
  incremental: readRecords,
  sweep: readIds,
  missing: readMissing,
  again: readMissing,
};

/**
 * Reads a kind of record page by page, to its end or that of the run's time slice; a page and the checkpoint after it are stored
 * together, so that a killed run costs at most the page in progress. Throws EmrErrors, and SyncOvertaken.
 */
export async function readKind(run: Run, synced: SyncedKind): Promise<void> {
  let place = await begin(run, synced);
  while (place && !run.slice.isOver) {
    place = await STEPS[place.row.mode](run, synced, place);
    run.slice.countPage();
  }
}
