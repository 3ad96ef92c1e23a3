import { drawAsOf } from "#lib/db/as-of";
import type { Transaction } from "#lib/db/tenant";
import { type EachRead, EmrError, type KindSupport, type RecordPage } from "#lib/emr/port/port";
import { runnerMetrics } from "#lib/jobs/runner/metrics";
import { present, presentMs } from "#lib/kernel/clock";
import {
  clearSeen,
  completeReading,
  countAnswer,
  type SyncKindRow,
  unseenIds,
} from "#lib/resources/synced/complete-reading";
import { mayRemove } from "#lib/resources/synced/held";
import { noteTried, setAsideBefore } from "#lib/resources/synced/set-aside";
import { noteSeen, storePage } from "#lib/resources/synced/store-page";
import type { InTurn, SyncedKind } from "#lib/resources/synced/synced-kind";
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
  const isSwept = sweptAt !== null && sweptAt.getTime() > presentMs() - WEEK_MS;
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
      beganAt: present(),
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

/** Throws an EmrError if a reading that ended may not have been whole: what it returned is stored, and nothing is removed. */
function notDoubtful({ doubt }: { doubt?: string | null }): void {
  if (typeof doubt === "string") throw new EmrError("validation", doubt);
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
    const doubtful = typeof page.doubt === "string";
    const changes = {
      cursor: page.next,
      pages: row.pages + 1,
      rows: row.rows + result.rows,
      total: page.total ?? row.total,
      pageAt: present(),
      failures: 0,
      ...(page.next === null ? { since: page.since } : {}),
    };
    const next = { ...row, ...changes };
    await setKind(tx, run.tenant, kind, changes);
    if (page.next !== null) return { result, place: { row: next, asOf: await drawAsOf(tx) } };
    const following = doubtful ? null : await afterRecords(tx, run, synced, row);
    if (following) {
      await setKind(tx, run.tenant, kind, { mode: following });
      return { result, place: { row: { ...next, mode: following }, asOf } };
    }
    const held = await completeReading(tx, run.tenant, synced, next, { removes: whole, held: result.held, doubtful });
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

/** Fetches the content of records, and returns those without it as faulty. */
async function withContent<Read extends EachRead>(
  run: Run,
  { kind, idOf, fetchContent }: SyncedKind,
  { failures }: SyncKindRow,
  read: Read,
): Promise<Read> {
  if (!fetchContent) return read;
  const inMyTurn: InTurn = async (work) => {
    const result = await inTurn(run, kind, async (tx) => ({ value: await work(tx) }));
    if (!result) throw new EmrError("passing", "The kind was read by another sync");
    return result.value;
  };
  const isLastTry = failures >= MAX_FAILURES - 1;
  const failed = await fetchContent(run.tenant, run.emr, { records: read.records, isLastTry }, inMyTurn);
  const ids = new Set(failed.map(({ ehrId }) => ehrId));
  return {
    ...read,
    records: read.records.filter((record) => !ids.has(idOf(record))),
    faulty: [...read.faulty, ...failed],
  };
}

/** Reads one page of records with their content, and stores them. */
async function readRecords(run: Run, synced: SyncedKind, place: Place): Promise<Place | null> {
  const { cursor, since, mode } = place.row;
  const start = { cursor, since: mode === "incremental" ? since : null };
  const page = await withinDeadline(run.pageMs, (signal) => run.emr.readPage(synced.kind, start, signal));
  return storeRecords(run, synced, place, await withContent(run, synced, place.row, page));
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
  const next = await inTurn(run, kind, async (tx, row) => {
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

/** Records that are asked for in one step. */
const ASKED = 25;

/**
 * Returns the ids of the records that are asked for next: those that the list of ids lacks, and those that were set aside before
 * this reading.
 */
async function idsToAsk(tx: Transaction, run: Run, synced: SyncedKind, { row }: { row: SyncKindRow }) {
  const { kind, rows } = synced;
  const missing =
    rows && row.mode === "missing" ? await unseenIds(tx, run.tenant, { kind, rows, asOf: row.asOf ?? 0 }, ASKED) : [];
  const most = ASKED - missing.length;
  const before = row.beganAt ?? present();
  const aside = most > 0 ? await setAsideBefore(tx, run.tenant, kind, { before, most }) : [];
  return [...new Set([...missing, ...aside])];
}

/**
 * Asks for some records one by one that the list of ids lacks: one that the EMR says it does not have is removed, any other
 * one stays. Then those are tried again that were set aside. A list that lacks suspiciously many records is false if the EMR still
 * has one of them; otherwise the kind is held.
 */
async function readMissing(run: Run, synced: SyncedKind, { row, asOf }: Place): Promise<Place | null> {
  const { kind, rows } = synced;
  const { tenant, emr } = run;
  const readEach = emr.readEach?.bind(emr);
  if (!readEach) throw new Error("A connection without reading by ids was asked for records");
  const asked = await inTurn(run, kind, async (tx) => {
    const reading = rows && { kind, rows, asOf: row.asOf ?? 0 };
    const isShort =
      reading !== null &&
      row.mode === "missing" &&
      !mayRemove(await countAnswer(tx, tenant, reading), row.acceptHeld ? row.held : null);
    return { ids: await idsToAsk(tx, run, synced, { row }), isShort };
  });
  if (!asked) return null;
  const { ids, isShort } = asked;
  const read =
    ids.length === 0
      ? { records: [], faulty: [], deleted: [] }
      : await withContent(run, synced, row, await withinDeadline(run.pageMs, (signal) => readEach(kind, ids, signal)));
  const isFalse = isShort && read.deleted.length < ids.length;
  const next = await inTurn(run, kind, async (tx, now) => {
    const isDone = ids.length === 0 || isShort;
    if (!isShort || isFalse) {
      const context = { ...run.context, accepted: now.acceptHeld };
      const deleted = isFalse ? [] : read.deleted;
      await storePage(tx, tenant, synced, { ...read, deleted }, { asOf, whole: true, context });
      const left = new Set(deleted);
      await noteSeen(
        tx,
        tenant,
        kind,
        ids.filter((id) => !left.has(id)),
      );
      await noteTried(tx, tenant, kind, ids);
    }
    const changes = { pages: now.pages + 1, pageAt: present(), failures: 0 };
    await setKind(tx, tenant, kind, changes);
    if (!isDone) return { row: { ...now, ...changes }, asOf: await drawAsOf(tx) };
    const removes = row.mode === "missing";
    const held = await completeReading(tx, tenant, synced, now, { removes, doubtful: isFalse });
    if (held) runnerMetrics().syncsHeld.inc({ kind });
    return null;
  });
  if (isFalse) notDoubtful({ doubt: `The EMR's list of ${kind.replaceAll("_", " ")} lacks records that it still has` });
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
 * Reads a kind of record page by page, to its end or that of the run's turn; a page and the checkpoint after it are stored
 * together, so that a killed run costs at most the page in progress. Throws EmrErrors, and SyncOvertaken.
 */
export async function readKind(run: Run, synced: SyncedKind): Promise<void> {
  let place = await begin(run, synced);
  while (place && !run.turn.isOver) {
    place = await STEPS[place.row.mode](run, synced, place);
    run.turn.countPage();
  }
}
