import type { CsvColumn } from "#components/ui/export-csv";
import type { ClaimRecord } from "#lib/resources/claims/model";
import { words } from "./words.ts";

/** The columns of an export of claims; amounts are plain numbers. */
export const CLAIM_COLUMNS: readonly CsvColumn<ClaimRecord>[] = [
  [words.claim, ({ emr_claim_id }) => emr_claim_id],
  [words.serviceDate, ({ service_date }) => service_date],
  [words.patient, ({ patient_name }) => patient_name ?? ""],
  [words.mrn, ({ patient_mrn }) => patient_mrn],
  [words.status, ({ claim_status_description }) => claim_status_description],
  [words.statusCode, ({ claim_status }) => claim_status],
  [words.charge, ({ total_charge }) => Number(total_charge)],
  [words.balance, ({ balance }) => Number(balance)],
  [words.changed, ({ updated_at }) => updated_at],
];
