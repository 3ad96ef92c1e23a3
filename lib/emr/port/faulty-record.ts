/**
 * A record that the connector could not read; or one that the EMR itself shows as it read it last, which is among the read
 * records as well.
 */
export interface FaultyRecord {
  /** The EMR's id, or the record's place in the page if it has none. */
  ehrId: string;
  /** One sentence without patient data. */
  reason: string;
  /** What is readable nevertheless of a visit, and followed in one that is shown from before. */
  known?: KnownVisit;
}

/** What can be read of a visit whose record cannot. */
export interface KnownVisit {
  /** The code of a visit status. */
  status?: string;
  /** ISO 8601 with an offset. */
  startsAt?: string;
}
