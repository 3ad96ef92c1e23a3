import type { AuditQuery } from "#lib/browser/api/audit-log";
import { dayRange } from "#lib/browser/page/day-range";

/** The names of the filters in the URL; days are those of the account's clinic. */
export const AUDIT_FILTERS = ["actor", "show", "action", "resource", "patient_mrn", "from", "until"] as const;

/** The value of `show` that lists reads as well. */
export const EVERYTHING = "everything";

export type AuditFilters = Record<(typeof AUDIT_FILTERS)[number], string>;

/**
 * Returns the filters as parameters of GET /audit-log; both days are inclusive. Asks for changes only, unless `show` or
 * an action says otherwise.
 */
export function auditQuery({ from, until, show, ...same }: AuditFilters, timeZone: string): AuditQuery {
  return {
    ...same,
    kind: show === EVERYTHING || same.action !== "" ? "" : "changes",
    ...dayRange(from, until, timeZone),
  };
}
