import type { CsvColumn } from "#components/ui/export-csv";
import type { AuditEntryModel } from "#lib/administration/audit-log/model";
import { changesOf } from "./detail-words.ts";

/** The columns of an export of the audit log. */
export const AUDIT_COLUMNS: readonly CsvColumn<AuditEntryModel>[] = [
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
  ["Changed record", ({ detail }) => detail?.record ?? ""],
  [
    "Changes",
    (entry) =>
      changesOf(entry)
        .map(({ field, from, to }) => `${field}: ${from} → ${to}`)
        .join("; "),
  ],
  ["From", ({ address }) => address ?? ""],
];
