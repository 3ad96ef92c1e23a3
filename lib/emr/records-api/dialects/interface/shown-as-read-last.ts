import type { FaultyRecord } from "#lib/emr/port/port";
import { fullIdOf } from "#lib/emr/records-api/rows";
import { beginningOf } from "#lib/kernel/beginning-of";
import { isStorable } from "#lib/kernel/storable-text";

const MAX_REASON = 500;
const NO_REASON = "The EMR shows the record as it last read it itself";

/** Returns the remote's reason as it is shown; one of ours if it gives none that can be shown. */
function reasonOf(given: unknown): string {
  const reason = typeof given === "string" ? beginningOf(given.trim(), MAX_REASON) : "";
  return reason !== "" && isStorable(reason) ? reason : NO_REASON;
}

/**
 * Returns the records that the remote itself shows as it read them last, with its reason: `set_aside` (decisions §5). They
 * are readable here, so they are stored as well; the mark goes on.
 */
export function shownAsReadLast(rows: readonly unknown[], idFields: readonly string[]): FaultyRecord[] {
  return rows.flatMap((row) => {
    const { set_aside } = (row ?? {}) as { set_aside?: unknown };
    const ehrId = set_aside ? fullIdOf(row, idFields) : null;
    return ehrId === null ? [] : [{ ehrId, reason: reasonOf(set_aside) }];
  });
}
