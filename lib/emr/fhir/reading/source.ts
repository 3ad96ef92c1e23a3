import type { Untrusted } from "#lib/emr/fhir/untrusted";
import type { FaultyRecord, KnownVisit, SyncedRecords, SyncKind } from "#lib/emr/port/port";
import { isStorable } from "#lib/kernel/storable-text";
import { Unreadable, word } from "./elements.ts";
import type { Search } from "./pages.ts";

/** The resources of a page as records. */
export interface Shown<Kind extends SyncKind> {
  records: SyncedRecords[Kind][];
  faulty: FaultyRecord[];
  /** Ids of records that are not shown, such as of resources that were entered in error. */
  gone: string[];
}

/** One type of resource from which a kind of record is read. */
export interface Source<Kind extends SyncKind = SyncKind> extends Search {
  /** The elements that decide whether a resource is shown. */
  shownBy: readonly string[];
  /** The search parameter for the time of a resource. */
  byTime?: string;
  /** True if every resource is a record, so that the server's total is that of the records. */
  isTotal: boolean;
  /** True if a resource may be several records: its id is that of the first, those of the further ones are `<id>/<part>`. */
  hasParts?: true;
  /** True if it is read for what changed alone: a reading of all records finds its records in the first source. */
  changesOnly?: true;
  read(resources: readonly Untrusted[], signal: AbortSignal): Promise<Shown<Kind>>;
  /** Returns the id of the resource of a record; null if the record is of another source. */
  resourceIdOf(recordId: string): string | null;
  /** Returns the id of the first record of a resource; the resource's own by default. */
  recordIdOf?(resourceId: string): string;
  /** Returns the ids of the records that are shown, from resources with the elements of `shownBy`. */
  ids(resources: readonly Untrusted[], signal: AbortSignal): Promise<string[]>;
}

const MAX_ID_LENGTH = 200;

function reasonOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message;
  return "The resource is not of FHIR's form";
}

/**
 * Maps the resources of a page one by one: one that cannot be read is set aside with the reason and what `knownOf` can still read
 * of it, and one that `toRecords` maps to no record is gone.
 */
export function allShownOf<Kind extends SyncKind>(
  resources: readonly Untrusted[],
  toId: (id: string) => string,
  toRecords: (resource: Untrusted) => SyncedRecords[Kind][],
  knownOf?: (resource: Untrusted) => KnownVisit,
): Shown<Kind> {
  const shown: Shown<Kind> = { records: [], faulty: [], gone: [] };
  for (const [place, resource] of resources.entries()) {
    const id = word(resource.id).slice(0, MAX_ID_LENGTH);
    const ehrId = id === "" ? `record ${place + 1}` : toId(id);
    try {
      const records = toRecords(resource);
      if (records.length === 0) shown.gone.push(ehrId);
      shown.records.push(...records);
    } catch (error) {
      shown.faulty.push({ ehrId, reason: reasonOf(error), ...(knownOf && { known: knownOf(resource) }) });
    }
  }
  return shown;
}

/** Maps the resources of a page as `allShownOf` does, each to one record, or to null. */
export const shownOf = <Kind extends SyncKind>(
  resources: readonly Untrusted[],
  toId: (id: string) => string,
  toRecord: (resource: Untrusted) => SyncedRecords[Kind] | null,
): Shown<Kind> =>
  allShownOf<Kind>(resources, toId, (resource) => {
    const record = toRecord(resource);
    return record === null ? [] : [record];
  });

/** Returns the ids of resources. */
export const idsOf = (resources: readonly Untrusted[]): string[] =>
  resources.map(({ id }) => word(id)).filter((id) => id !== "" && isStorable(id));
