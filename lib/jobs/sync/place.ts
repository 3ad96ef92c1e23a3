import { EmrError } from "#lib/emr/port/port";
import type { SyncKindRow } from "#lib/resources/synced/complete-reading";

/** Position of a reading: the state of its row, and the order number that was drawn before its next page is read. */
export interface Place {
  row: SyncKindRow;
  asOf: number;
}

/** After this many failures a reading begins anew: the EMR may no longer know its cursor. */
export const MAX_FAILURES = 3;

/** Throws an EmrError if a reading that ended may not have been whole: what it returned is stored, and nothing is removed. */
export function notDoubtful({ doubt }: { doubt?: string | null }): void {
  if (typeof doubt === "string") throw new EmrError("validation", doubt);
}
