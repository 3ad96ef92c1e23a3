import { drawAsOf } from "#lib/db/as-of";
import type { Transaction } from "#lib/db/tenant";
import { runnerMetrics } from "#lib/jobs/runner/metrics";
import { present } from "#lib/kernel/clock";
import { completeReading, countAnswer, type SyncKindRow, unseenIds } from "#lib/resources/synced/complete-reading";
import { mayRemove } from "#lib/resources/synced/held";
import { noteTried, setAsideBefore } from "#lib/resources/synced/set-aside";
import { noteSeen, storePage } from "#lib/resources/synced/store-page";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { notDoubtful, type Place } from "./place.ts";
import { type Run, setKind, withKind } from "./run.ts";
import { withContent } from "./with-content.ts";
import { withinDeadline } from "./within-deadline.ts";

/** Records that are asked for in one step. */
const ASKED = 25;

/**
 * Returns the ids of the records that are asked for next: those that the list of ids lacks, and those that were set aside before
 * this reading.
 */
export async function idsToAsk(tx: Transaction, run: Run, synced: SyncedKind, { row }: { row: SyncKindRow }) {
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
export async function readMissing(run: Run, synced: SyncedKind, { row, asOf }: Place): Promise<Place | null> {
  const { kind, rows } = synced;
  const { tenant, emr } = run;
  const readEach = emr.readEach?.bind(emr);
  if (!readEach) throw new Error("A connection without reading by ids was asked for records");
  const asked = await withKind(run, kind, async (tx) => {
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
  const next = await withKind(run, kind, async (tx, now) => {
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
