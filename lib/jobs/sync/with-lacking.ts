import { EmrError, type RecordPage } from "#lib/emr/port/port";
import type { SyncKindRow } from "#lib/resources/synced/complete-reading";
import { lackingIds } from "#lib/resources/synced/lacking";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { type Run, withKind } from "./run.ts";
import { withinDeadline } from "./within-deadline.ts";

/** Records that are asked for by their ids beside one page. */
const ASKED = 25;

/** Records that one page removes because the EMR no longer calculates them. */
const GONE = 50_000;

const returnedBy = ({ idOf }: SyncedKind, page: RecordPage): string[] => [
  ...page.records.map(idOf),
  ...page.faulty.map(({ ehrId }) => ehrId),
  ...(page.seen ?? []),
];

/** Returns a page that names as deleted those stored records which the EMR no longer calculates. */
async function withoutGone(run: Run, synced: SyncedKind, { asOf }: SyncKindRow, page: RecordPage): Promise<RecordPage> {
  const { kind, rows } = synced;
  const { calculated: covers } = page;
  if (!covers?.length || !rows) return page;
  const returned = returnedBy(synced, page);
  const gone = await withKind(run, kind, (tx) =>
    lackingIds(tx, run.tenant, { kind, rows, asOf: asOf ?? 0 }, { covers, returned, most: GONE }),
  );
  return { ...page, deleted: [...page.deleted, ...(gone ?? [])] };
}

/**
 * Returns a page with those stored records of the parts that it ends which its reading lacks: each is asked for by its id, unless
 * no call is left; what the EMR calculates is gone without asking. Throws an EmrError.
 */
export async function withLacking(
  run: Run,
  synced: SyncedKind,
  row: SyncKindRow,
  read: RecordPage,
): Promise<RecordPage> {
  const { kind, rows } = synced;
  const page = await withoutGone(run, synced, row, read);
  const { covers } = page;
  const readEach = run.emr.readEach?.bind(run.emr);
  if (!covers?.length || !rows || !readEach) return page;
  const returned = returnedBy(synced, page);
  const lacking = await withKind(run, kind, (tx) =>
    lackingIds(tx, run.tenant, { kind, rows, asOf: row.asOf ?? 0 }, { covers, returned, most: ASKED }),
  );
  if (!lacking?.length) return page;
  try {
    const each = await withinDeadline(run.pageMs, (signal) => readEach(kind, lacking, signal));
    return {
      ...page,
      records: [...page.records, ...each.records],
      faulty: [...page.faulty, ...each.faulty],
      deleted: [...page.deleted, ...each.deleted],
    };
  } catch (error) {
    // What the page brought is kept: a later reading lacks the same records.
    if (error instanceof EmrError && error.limited) return page;
    throw error;
  }
}
