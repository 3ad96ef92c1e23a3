/** What an EMR states about merges of a patient. */
export interface StatedMerges {
  ehrId: string;
  /** The patient that this one was merged into, as its own record says; null if it says none. */
  replacedBy: string | null;
  /** The patients that were merged into this one, as its own record says. */
  replaces: readonly string[];
}

/**
 * Returns the patient into which each one was merged, by EMR id: as its own record says, or else as the survivor's says.
 * Patients who would survive each other in a circle count as not merged, as one who would survive itself does: otherwise
 * none of them could be found.
 */
export function mergesOf(stated: readonly StatedMerges[]): Map<string, string> {
  const merges = new Map<string, string>();
  for (const { ehrId, replaces } of stated) {
    for (const other of replaces) if (other !== ehrId && !merges.has(other)) merges.set(other, ehrId);
  }
  for (const { ehrId, replacedBy } of stated) if (replacedBy !== null) merges.set(ehrId, replacedBy);
  for (const ehrId of circlesIn(merges)) merges.delete(ehrId);
  return merges;
}

/** Returns the ids that are led back to themselves. */
function circlesIn(merges: ReadonlyMap<string, string>): Set<string> {
  const circles = new Set<string>();
  const done = new Set<string>();
  for (const start of merges.keys()) {
    const path: string[] = [];
    let at: string | undefined = start;
    while (at !== undefined && !done.has(at)) {
      done.add(at);
      path.push(at);
      at = merges.get(at);
    }
    const place = at === undefined ? -1 : path.indexOf(at);
    if (place >= 0) for (const each of path.slice(place)) circles.add(each);
  }
  return circles;
}
