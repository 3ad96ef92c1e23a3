import type { FaultyRecord } from "./faulty-record.ts";
import { EmrError } from "./port.ts";

/**
 * Returns the record of a reading of one; null if the EMR holds none. Throws an EmrError for one that is there and cannot be read:
 * that it is absent would be untrue, and a change of it would count as not made.
 */
export function onlyRecord<Row>(read: { records: readonly Row[]; faulty: readonly FaultyRecord[] } | null): Row | null {
  const [record] = read?.records ?? [];
  if (record !== undefined) return record;
  const [unread] = read?.faulty ?? [];
  if (unread) throw new EmrError("passing", unread.reason);
  return null;
}
