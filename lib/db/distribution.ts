/**
 * Tables that stay on the coordinator of a sharded PostgreSQL, as plain tables: their order, locks or leases span
 * organizations, or must not depend on a second node (docs/scale.md). Each other table of the schema `public` belongs to an
 * organization and is distributed by it, but for `REFERENCE`.
 */
export const ON_COORDINATOR: ReadonlySet<string> = new Set([
  "stream_message",
  "stream_head",
  "stream_lease",
  "rate_window",
  "sign_in_bucket",
  "oauth_client",
  "periodic_task",
  "client_package",
  "commit_witness",
  "deployment_app",
  "emr_directory",
  "emr_directory_source",
]);

/** The table of which each node has a full copy: it leads from a credential to its organization. */
export const REFERENCE = "directory";
