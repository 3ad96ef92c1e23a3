import type { CsvColumn } from "#components/ui/export-csv";
import type { AuditEntryModel } from "#lib/administration/audit-log/model";
import { changesOf } from "./detail-words.ts";
import { words } from "./words.ts";

/** The columns of an export of the audit log. */
export const AUDIT_COLUMNS: readonly CsvColumn<AuditEntryModel>[] = [
  [words.when, ({ at }) => at],
  [words.who, ({ actor }) => actor.name],
  [words.kind, ({ actor }) => actor.kind],
  [words.whosId, ({ actor }) => actor.id],
  [words.action, ({ action }) => action],
  [words.route, ({ route }) => route],
  [words.status, ({ status }) => status],
  [words.record, ({ resource }) => resource ?? ""],
  [words.patientMrn, ({ patient_mrn }) => patient_mrn ?? ""],
  [words.job, ({ job_id }) => job_id ?? ""],
  [words.linkedAccount, ({ linked_account_id }) => linked_account_id ?? ""],
  [words.switchedOn, ({ detail }) => detail?.switched_on?.join(" ") ?? ""],
  [words.switchedOff, ({ detail }) => detail?.switched_off?.join(" ") ?? ""],
  [words.connectedTo, ({ detail }) => detail?.connected_to ?? ""],
  [words.authorizedBy, ({ detail }) => detail?.authorized_by ?? ""],
  [words.agreedTo, ({ detail }) => detail?.agreed_to?.join(" ") ?? ""],
  [words.changedRecord, ({ detail }) => detail?.record ?? ""],
  [
    words.changes,
    (entry) =>
      changesOf(entry)
        .map(({ field, from, to }) => `${field}: ${from} → ${to}`)
        .join("; "),
  ],
  [words.from, ({ address }) => address ?? ""],
];
