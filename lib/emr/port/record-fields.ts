/**
 * Fields of a `connection` that state the meaning of the EMR's records: an admin chooses them on real records, and all records
 * are read anew once one of them changes (decisions §12).
 */
export const RECORD_FIELDS = ["mrn_system", "visit_statuses"] as const;
