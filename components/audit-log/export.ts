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
  ["Switched on", ({ detail }) => detail?.switched_on?.join(" ") ?? ""],
  ["Switched off", ({ detail }) => detail?.switched_off?.join(" ") ?? ""],
  ["Connected to", ({ detail }) => detail?.connected_to ?? ""],
  ["From", ({ address }) => address ?? ""],
];

/** Returns entries of the audit log as a CSV that is safe in spreadsheets. */
export const auditCsv = (entries: readonly AuditEntryModel[]): string =>
  csvOf([COLUMNS.map(([title]) => title), ...entries.map((entry) => COLUMNS.map(([, value]) => value(entry)))]);
