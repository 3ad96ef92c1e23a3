import type { CsvColumn } from "#components/ui/export-csv";
import type { DocumentModel } from "#lib/resources/documents/model";
import { words } from "./words.ts";

/** The columns of an export of the list of documents. */
export const DOCUMENT_COLUMNS: readonly CsvColumn<DocumentModel>[] = [
  [words.file, ({ file_name }) => file_name],
  [words.type, ({ mime_type }) => mime_type],
  [words.bytes, ({ size }) => size],
  [words.patient, ({ patient_name }) => patient_name ?? ""],
  [words.mrn, ({ patient_mrn }) => patient_mrn ?? ""],
  [words.referral, ({ referral_id }) => referral_id ?? ""],
  [words.added, ({ created_at }) => created_at],
  [words.id, ({ id }) => id],
];
