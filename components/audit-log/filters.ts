import type { AuditQuery } from "#lib/browser/api/audit-log";
import { dayRange } from "#lib/browser/page/day-range";

/** As they stand in the address; days are those of the account's clinic. */
export const AUDIT_FILTERS = ["actor", "show", "action", "resource", "patient_mrn", "from", "until"] as const;

/** What `show` says where reads are to be listed, too: without it they are not. */
export const EVERYTHING = "everything";

export type AuditFilters = Record<(typeof AUDIT_FILTERS)[number], string>;

/**
 * The parameters of GET /audit-log that the filters stand for: both days are included. Only changes are asked for, unless
 * everything or one action is.
 */
export function auditQuery({ from, until, show, ...same }: AuditFilters, timeZone: string): AuditQuery {
  return {
    ...same,
    kind: show === EVERYTHING || same.action !== "" ? "" : "changes",
    ...dayRange(from, until, timeZone),
  };
}
