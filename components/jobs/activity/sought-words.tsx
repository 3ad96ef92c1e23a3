"use client";

import { jobGist, jobReference } from "#components/jobs/job-gist";
import { useStatusName } from "#components/jobs/use-status-name";
import type { JobModel } from "#lib/job-record/model";

/** By what the record of a job is found in the EMR: the summary of its request, and its reference. */
export function SoughtWords({ job }: { job: JobModel }) {
  const reference = jobReference(job);
  const sought = [jobGist(job, useStatusName()), reference ? `${reference.label} ${reference.value}` : ""];
  return sought.filter(Boolean).join(" · ");
}
