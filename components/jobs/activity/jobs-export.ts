import type { CsvColumn } from "#components/ui/export-csv";
import type { JobModel } from "#lib/jobs/record/model";

/** The columns of an export of jobs. */
export const JOB_COLUMNS: readonly CsvColumn<JobModel>[] = [
  ["Job", ({ job_id }) => job_id],
  ["Operation", ({ type }) => type],
  ["Status", ({ status }) => status],
  ["Patient", ({ patient_name }) => patient_name ?? ""],
  ["MRN", ({ patient_mrn }) => patient_mrn ?? ""],
  ["By", ({ actor }) => actor.name],
  ["Accepted", ({ created_at }) => created_at],
  ["Ended", ({ finished_at }) => finished_at ?? ""],
  ["Attempts", ({ attempts }) => attempts],
  ["Reason of the failure", ({ failure_reason }) => failure_reason ?? ""],
  ["Retried as", ({ retried_as }) => retried_as ?? ""],
];
