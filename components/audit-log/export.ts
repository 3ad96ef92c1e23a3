import type { AuditEntryModel } from "#lib/administration/audit-log/model";
import { csvOf } from "#lib/kernel/csv";

type Column = [title: string, value: (entry: AuditEntryModel) => string | number];

const COLUMNS: readonly Column[] = [
  ["When", ({ at }) => at],
  ["Who", ({ actor }) => actor.name],
  ["Kind", ({ actor }) => actor.kind],
  ["Who's id", ({ actor }) => actor.id],
  ["Action", ({ action }) => action],
  ["Route", ({ route }) => route],
  ["Status", ({ status }) => status],
  ["Record", ({ resource }) => resource ?? ""],
  ["Patient's MRN", ({ patient_mrn }) => patient_mrn ?? ""],
  ["Job", ({ job_id }) => job_id ?? ""],
  ["Linked account", ({ linked_account_id }) => linked_account_id ?? ""],
  ["From", ({ address }) => address ?? ""],
];

/** Entries of the audit log as a CSV that is safe to open in a spreadsheet. */
export const auditCsv = (entries: readonly AuditEntryModel[]): string =>
  csvOf([COLUMNS.map(([title]) => title), ...entries.map((entry) => COLUMNS.map(([, value]) => value(entry)))]);
