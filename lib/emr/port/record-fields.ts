/**
 * Fields of a `connection` that state the meaning of the EMR's records: an admin chooses them on real records, and all records
 * are read anew once one of them changes (decisions §12).
 */
export const RECORD_FIELDS = ["mrn_system", "visit_statuses"] as const;

/**
 * Fields of a `connection`, secrets included, that decide whose records it reads and what names them: with another value
 * of one, nothing that was read before is known to be right. An access token of another deployment names its account
 * there, which the connector may know again under another one (`readOwnIds`). Some FHIR servers have one address for all practices and know them by the client.
 */
export const IDENTITY_FIELDS = [
  "base_url",
  "access_token",
  "dialect",
  "auth.client_id",
  "search_parameters",
  "mrn_system",
] as const;
