import type { CsvColumn } from "#components/ui/export-csv";
import type { RecallModel } from "#lib/resources/recalls/model";

/** The columns of an export of recalls. */
export const RECALL_COLUMNS: readonly CsvColumn<RecallModel>[] = [
  ["Recall", ({ reason }) => reason],
  ["Patient", ({ patient_name }) => patient_name ?? ""],
  ["MRN", ({ patient_mrn }) => patient_mrn],
  ["Due", ({ due_date }) => due_date],
  ["Status", ({ status }) => status],
  ["Actions", ({ actions }) => actions.length],
  ["Last action", ({ actions }) => actions.at(-1)?.action_taken ?? ""],
  ["Last action at", ({ actions }) => actions.at(-1)?.created_at ?? ""],
  ["Id", ({ id }) => id],
];
