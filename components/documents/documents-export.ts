import type { CsvColumn } from "#components/ui/export-csv";
import type { DocumentModel } from "#lib/resources/documents/model";

/** The columns of an export of the list of documents. */
export const DOCUMENT_COLUMNS: readonly CsvColumn<DocumentModel>[] = [
  ["File", ({ file_name }) => file_name],
  ["Type", ({ mime_type }) => mime_type],
  ["Bytes", ({ size }) => size],
  ["Patient", ({ patient_name }) => patient_name ?? ""],
  ["MRN", ({ patient_mrn }) => patient_mrn ?? ""],
  ["Referral", ({ referral_id }) => referral_id ?? ""],
  ["Added", ({ created_at }) => created_at],
  ["Id", ({ id }) => id],
];
