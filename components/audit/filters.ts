import { parseDate } from "@internationalized/date";
import type { AuditQuery } from "#lib/client/audit-log";
import { isCalendarDate } from "#lib/core/dates";

/** As they stand in the address; days are those of the account's clinic. */
export const AUDIT_FILTERS = ["actor", "show", "action", "resource", "patient_mrn", "from", "until"] as const;

/** What `show` says where reads are to be listed, too: without it they are not. */
export const EVERYTHING = "everything";

export type AuditFilters = Record<(typeof AUDIT_FILTERS)[number], string>;

/** The first moment of a day in a time zone, in ISO 8601; "" for what is no day. */
const startOf = (day: string, timeZone: string, daysLater = 0): string =>
  isCalendarDate(day) ? parseDate(day).add({ days: daysLater }).toDate(timeZone).toISOString() : "";

/**
 * The parameters of GET /audit-log that the filters stand for: both days are included. Only changes are asked for, unless
 * everything or one action is.
 */
export function auditQuery({ from, until, show, ...same }: AuditFilters, timeZone: string): AuditQuery {
  const end = startOf(until, timeZone, 1);
  return {
    ...same,
    kind: show === EVERYTHING || same.action !== "" ? "" : "changes",
    created_after: startOf(from, timeZone),
    created_before: end === "" ? "" : new Date(Date.parse(end) - 1).toISOString(),
  };
}
