import { drawAsOf } from "#lib/db/as-of";
import type { Transaction } from "#lib/db/tenant";
import { EmrError, type FaultyRecord, type KindSupport, type RecordPage } from "#lib/emr/port/port";
import { runnerMetrics } from "#lib/jobs/runner/metrics";
import { clearSeen, completeReading, countAnswer, type SyncKindRow } from "#lib/resources/synced/complete-reading";
import { noteSeen, storePage } from "#lib/resources/synced/store-page";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { inTurn, type Run, setKind } from "./run.ts";
import { withinDeadline } from "./within-deadline.ts";

const WEEK_MS = 7 * 86_400_000;

/** An incremental kind with at most this many stored records is swept at every sync: a few calls list its ids. */
const CHEAP_SWEEP = 5_000;

/** After this many failures a reading begins anew: the EMR may no longer know its cursor. */
const MAX_FAILURES = 3;

/** Position of a reading: the state of its row, and the order number that was drawn before its next page is read. */
interface Place {
  row: SyncKindRow;
  asOf: number;
}

type Mode = SyncKindRow["mode"];

/**
 * Returns how a new reading of a kind is made: by the changes since the last one if the EMR can list them. Deletions are noticed by a
 * sweep of the ids, and without one by reading all records once a week.
 */
function modeOf(support: KindSupport, { since, sweptAt, held, anewSince }: SyncKindRow): Mode {
  if (support.read !== "incremental" || since === null || anewSince !== null) return "whole";
  const isSwept = sweptAt !== null && sweptAt.getTime() > Date.now() - WEEK_MS;
  return support.ids || (isSwept && held === null) ? "incremental" : "whole";
}

/** Begins a reading of the kind, or continues the one in progress. Null if the kind was read meanwhile. */
const begin = (run: Run, { kind }: SyncedKind): Promise<Place | null> =>
  inTurn(run, kind, async (tx, row) => {
    const asOf = await drawAsOf(tx);
    const status: SyncKindRow["status"] = row.status === "degraded" || row.status === "held" ? row.status : "running";
    const isOutdated = row.anewSince !== null && row.anewSince > (row.asOf ?? 0);
    if (row.reading && !isOutdated && row.failures < MAX_FAILURES) {
      await setKind(tx, run.tenant, kind, { status });
      return { row, asOf };
    }
    const changes = {
      status,
      reading: true,
      mode: modeOf(run.emr.kinds[kind], row),
      cursor: null,
      asOf,
      pages: 0,
      rows: 0,
      total: null,
      beganAt: new Date(),
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
    row.sweptAt.getTime() <= Date.now() - WEEK_MS ||
    answer.stored <= CHEAP_SWEEP
  );
}

/** Stores a page and its checkpoint in one transaction. Returns the next place; null after the reading's end. */
async function storeRecords(
  run: Run,
  synced: SyncedKind,
  { row: { cursor }, asOf }: Place,
  page: RecordPage,
): Promise<Place | null> {
  const { kind } = synced;
  const stored = await inTurn(run, kind, async (tx, row) => {
    const context = { ...run.context, accepted: row.acceptHeld };
    const whole = row.mode === "whole" && !run.emr.kinds[kind].partial;
    const result = await storePage(tx, run.tenant, synced, page, { asOf, whole, context });
    const changes = {
      cursor: page.next,
      pages: row.pages + 1,
      rows: row.rows + result.rows,
      total: page.total ?? row.total,
      pageAt: new Date(),
      failures: 0,
      ...(page.next === null ? { since: page.since } : {}),
    };
    const next = { ...row, ...changes };
    await setKind(tx, run.tenant, kind, changes);
    if (page.next !== null) return { result, place: { row: next, asOf: await drawAsOf(tx) } };
    if (await isSwept(tx, run, synced, row)) {
      await setKind(tx, run.tenant, kind, { mode: "sweep" });
      return { result, place: { row: { ...next, mode: "sweep" as const }, asOf } };
    }
    const held = await completeReading(tx, run.tenant, synced, next, { removes: whole, held: result.held });
    return { result, place: null, held };
  });
  if (!stored) return null;
  const { syncRows, syncsHeld } = runnerMetrics();
  syncRows.inc({ kind }, stored.result.rows);
  if (stored.held) syncsHeld.inc({ kind });
  if (stored.place && stored.place.row.cursor === cursor && cursor !== null)
    throw new EmrError("passing", "The EMR's pages do not advance");
  return stored.place;
}

/** Reads one page of records with their content, and stores them. */
async function readRecords(run: Run, synced: SyncedKind, place: Place): Promise<Place | null> {
  const { kind } = synced;
  const { cursor, since, mode } = place.row;
  const start = { cursor, since: mode === "incremental" ? since : null };
  const page = await withinDeadline(run.pageMs, (signal) => run.emr.readPage(kind, start, signal));
  const failed: FaultyRecord[] = synced.fetchContent
    ? await synced.fetchContent(run.tenant, run.emr, page.records, async (work) => {
        const result = await inTurn(run, kind, async (tx) => ({ value: await work(tx) }));
        if (!result) throw new EmrError("passing", "The kind was read by another sync");
        return result.value;
      })
    : [];
  const ids = new Set(failed.map(({ ehrId }) => ehrId));
  const records = page.records.filter((record) => !ids.has(synced.idOf(record)));
  return storeRecords(run, synced, place, { ...page, records, faulty: [...page.faulty, ...failed] });
}

/** Reads one page of ids; after the last one the stored records that were never named are removed. */
async function readIds(run: Run, synced: SyncedKind, { row: { cursor }, asOf }: Place): Promise<Place | null> {
  const { kind } = synced;
  const page = await withinDeadline(run.pageMs, (signal) => run.emr.readIds(kind, cursor, signal));
  if (page.next !== null && page.next === cursor) throw new EmrError("passing", "The EMR's pages do not advance");
  return inTurn(run, kind, async (tx, row) => {
    await noteSeen(tx, run.tenant, kind, page.ehrIds);
    const changes = { cursor: page.next, pages: row.pages + 1, pageAt: new Date(), failures: 0 };
    await setKind(tx, run.tenant, kind, changes);
    if (page.next !== null) return { row: { ...row, ...changes }, asOf };
    const held = await completeReading(tx, run.tenant, synced, row, { removes: true });
    if (held) runnerMetrics().syncsHeld.inc({ kind });
    return null;
  });
}

/**
 * Reads a kind of record to its end, page by page; a page and the checkpoint after it are stored together, so that a
 * killed run costs at most the page in progress. Throws EmrErrors, and SyncOvertaken.
 */
export async function readKind(run: Run, synced: SyncedKind): Promise<void> {
  let place = await begin(run, synced);
  while (place) place = await (place.row.mode === "sweep" ? readIds : readRecords)(run, synced, place);
}
