"use client";

import { doubtTitle } from "#components/jobs/doubt-words";
import { jobGist, jobReference } from "#components/jobs/job-gist";
import { PatientName } from "#components/jobs/patient-name";
import { Button } from "#components/ui/button";
import { RelativeTime } from "#components/ui/relative-time";
import { TableCell, TableRow } from "#components/ui/table";
import { useJobType } from "#lib/browser/session/account";
import type { JobModel } from "#lib/jobs/record/model";

interface ToReconcileRowProps {
  job: JobModel;
  isCurrent: boolean;
  onOpen: (jobId: number) => void;
  statusName: (code: string) => string;
}

/** Shows a job to reconcile: the record to look for in the EMR, the reason, and the form that settles it. */
export function ToReconcileRow({ job, isCurrent, onOpen, statusName }: ToReconcileRowProps) {
  const name = useJobType(job.type)?.name ?? job.type;
  const reference = jobReference(job);
  const sought = [jobGist(job, statusName), reference ? `${reference.label} ${reference.value}` : ""];
  const words = sought.filter(Boolean).join(" · ");
  const patient = <PatientName of={job} />;
  const reason = job.waiting_reason ?? doubtTitle(job.standing.doubt);
  return (
    <TableRow isCurrent={isCurrent}>
      <TableCell className="w-1/3 align-top @max-3xl:w-full">
        <p className="font-medium">
          {name} <span className="font-normal text-faint">{job.job_id}</span>
        </p>
        <p className="first-letter:uppercase">{words}</p>
        <p className="text-muted @3xl:hidden">{patient}</p>
        <p className="text-muted @3xl:hidden">{reason}</p>
        <p className="text-xs text-faint @lg:hidden">
          Accepted <RelativeTime at={job.created_at} />
        </p>
      </TableCell>
      <TableCell className="align-top @max-3xl:hidden">{patient}</TableCell>
      <TableCell className="w-1/3 align-top text-muted @max-3xl:hidden">{reason}</TableCell>
      <TableCell className="w-0 align-top whitespace-nowrap text-muted @max-lg:hidden">
        <RelativeTime at={job.created_at} />
      </TableCell>
      <TableCell end className="w-0 align-top whitespace-nowrap">
        <Button size="sm" aria-label={`Settle ${name} ${job.job_id}`} onPress={() => onOpen(job.job_id)}>
          Settle
        </Button>
      </TableCell>
    </TableRow>
  );
}
