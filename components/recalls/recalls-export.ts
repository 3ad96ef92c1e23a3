import type { CsvColumn } from "#components/ui/export-csv";
import type { RecallModel } from "#lib/resources/recalls/model";
import { words } from "./words.ts";

export const RECALL_COLUMNS: readonly CsvColumn<RecallModel>[] = [
  [words.recall, ({ reason }) => reason],
  [words.patient, ({ patient_name }) => patient_name ?? ""],
  [words.mrn, ({ patient_mrn }) => patient_mrn],
  [words.due, ({ due_date }) => due_date],
  [words.status, ({ status }) => status],
  [words.actions, ({ actions }) => actions.length],
  [words.lastAction, ({ actions }) => actions.at(-1)?.action_taken ?? ""],
  [words.lastActionAt, ({ actions }) => actions.at(-1)?.created_at ?? ""],
  [words.id, ({ id }) => id],
];
