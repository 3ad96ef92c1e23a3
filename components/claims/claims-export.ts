import type { CsvColumn } from "#components/ui/export-csv";
import type { ClaimRecord } from "#lib/resources/claims/model";

/** The columns of an export of claims; amounts are plain numbers. */
export const CLAIM_COLUMNS: readonly CsvColumn<ClaimRecord>[] = [
  ["Claim", ({ emr_claim_id }) => emr_claim_id],
  ["Service date", ({ service_date }) => service_date],
  ["Patient", ({ patient_name }) => patient_name ?? ""],
  ["MRN", ({ patient_mrn }) => patient_mrn],
  ["Status", ({ claim_status_description }) => claim_status_description],
  ["Status code", ({ claim_status }) => claim_status],
  ["Charge", ({ total_charge }) => Number(total_charge)],
  ["Balance", ({ balance }) => Number(balance)],
  ["Changed", ({ updated_at }) => updated_at],
];
