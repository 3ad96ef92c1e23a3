import { EmrError, type RecordPage } from "#lib/emr/port/port";
import type { SyncKindRow } from "#lib/resources/synced/complete-reading";
import { lackingIds } from "#lib/resources/synced/lacking";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { inTurn, type Run } from "./run.ts";
import { withinDeadline } from "./within-deadline.ts";

/** Records that are asked for by their ids beside one page. */
const ASKED = 25;

/**
 * Returns a page with those stored records of the parts that it ends which its reading lacks: each is asked for by its id, unless
 * no call is left. Throws an EmrError.
 */
export async function withLacking(
  run: Run,
  { kind, rows, idOf }: SyncedKind,
  { asOf }: SyncKindRow,
  page: RecordPage,
): Promise<RecordPage> {
  const { covers } = page;
  const readEach = run.emr.readEach?.bind(run.emr);
  if (!covers?.length || !rows || !readEach) return page;
  const returned = [...page.records.map(idOf), ...page.faulty.map(({ ehrId }) => ehrId), ...(page.seen ?? [])];
  const lacking = await inTurn(run, kind, (tx) =>
    lackingIds(tx, run.tenant, { kind, rows, asOf: asOf ?? 0 }, { covers, returned, most: ASKED }),
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
