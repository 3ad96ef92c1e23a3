import type { CsvColumn } from "#components/ui/export-csv";
import type { ReferralModel } from "#lib/resources/referrals/model";

/** The columns of an export of referrals. */
export const REFERRAL_COLUMNS: readonly CsvColumn<ReferralModel>[] = [
  ["Reason", ({ reason }) => reason ?? ""],
  ["Patient", ({ patient_name }) => patient_name ?? ""],
  ["MRN", ({ patient_mrn }) => patient_mrn],
  ["Status", ({ status }) => status ?? ""],
  ["Priority", ({ priority }) => priority ?? ""],
  ["Direction", ({ direction }) => direction],
  ["Specialty", ({ specialty }) => specialty ?? ""],
  ["From", ({ start_date }) => start_date ?? ""],
  ["Until", ({ end_date }) => end_date ?? ""],
  ["Visits allowed", ({ visits_allowed }) => visits_allowed ?? ""],
  ["Documents", ({ document_ids }) => document_ids.length],
  ["Added", ({ created_at }) => created_at],
  ["Changed", ({ updated_at }) => updated_at],
  ["Id", ({ id }) => id],
];
