/**
 * Fields of a `connection` that state what the EMR's records mean: an admin chooses them on real records, and all records
 * are read anew once one of them changes (decisions §12).
 */
export const RECORD_FIELDS = ["mrn_system", "visit_statuses"] as const;
