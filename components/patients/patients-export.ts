import type { CsvColumn } from "#components/ui/export-csv";
import type { PatientModel } from "#lib/resources/patients/model";

/** The columns of an export of patients. */
export const PATIENT_COLUMNS: readonly CsvColumn<PatientModel>[] = [
  ["Last name", ({ last_name }) => last_name],
  ["First name", ({ first_name }) => first_name],
  ["MRN", ({ mrn }) => mrn],
  ["Born", ({ dob }) => dob ?? ""],
  ["Sex", ({ gender }) => gender],
  ["Phone", ({ phone }) => phone],
  ["Email", ({ email }) => email],
  ["Street", ({ address }) => address.street],
  ["City", ({ address }) => address.city],
  ["State", ({ address }) => address.state],
  ["ZIP", ({ address }) => address.zip],
  ["EMR id", ({ ehr_id }) => ehr_id],
];
