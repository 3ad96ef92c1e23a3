import type { CsvColumn } from "#components/ui/export-csv";
import type { PatientModel } from "#lib/resources/patients/model";
import { words } from "./words.ts";

export const PATIENT_COLUMNS: readonly CsvColumn<PatientModel>[] = [
  [words.lastName, ({ last_name }) => last_name],
  [words.firstName, ({ first_name }) => first_name],
  [words.mrn, ({ mrn }) => mrn],
  [words.born, ({ dob }) => dob ?? ""],
  [words.sex, ({ gender }) => gender],
  [words.phone, ({ phone }) => phone],
  [words.email, ({ email }) => email],
  [words.street, ({ address }) => address.street],
  [words.city, ({ address }) => address.city],
  [words.state, ({ address }) => address.state],
  [words.zip, ({ address }) => address.zip],
  [words.emrId, ({ ehr_id }) => ehr_id],
];
