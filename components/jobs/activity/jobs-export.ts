import type { CsvColumn } from "#components/ui/export-csv";
import type { JobModel } from "#lib/job-record/model";
import { words } from "./words.ts";

export const JOB_COLUMNS: readonly CsvColumn<JobModel>[] = [
  [words.job, ({ job_id }) => job_id],
  [words.operation, ({ type }) => type],
  [words.status, ({ status }) => status],
  [words.patient, ({ patient_name }) => patient_name ?? ""],
  [words.mrn, ({ patient_mrn }) => patient_mrn ?? ""],
  [words.by, ({ actor }) => actor.name],
  [words.accepted, ({ created_at }) => created_at],
  [words.ended, ({ finished_at }) => finished_at ?? ""],
  [words.attempts, ({ attempts }) => attempts],
  [words.failureReason, ({ failure_reason }) => failure_reason ?? ""],
  [words.followedBy, ({ retried_as }) => retried_as ?? ""],
];
