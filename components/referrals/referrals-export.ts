import type { CsvColumn } from "#components/ui/export-csv";
import type { ReferralModel } from "#lib/resources/referrals/model";
import { words } from "./words.ts";

export const REFERRAL_COLUMNS: readonly CsvColumn<ReferralModel>[] = [
  [words.reason, ({ reason }) => reason ?? ""],
  [words.patient, ({ patient_name }) => patient_name ?? ""],
  [words.mrn, ({ patient_mrn }) => patient_mrn],
  [words.status, ({ status }) => status ?? ""],
  [words.priority, ({ priority }) => priority ?? ""],
  [words.direction, ({ direction }) => direction],
  [words.specialty, ({ specialty }) => specialty ?? ""],
  [words.from, ({ start_date }) => start_date ?? ""],
  [words.until, ({ end_date }) => end_date ?? ""],
  [words.visitsAllowed, ({ visits_allowed }) => visits_allowed ?? ""],
  [words.documents, ({ document_ids }) => document_ids.length],
  [words.added, ({ created_at }) => created_at],
  [words.changed, ({ updated_at }) => updated_at],
  [words.id, ({ id }) => id],
];
