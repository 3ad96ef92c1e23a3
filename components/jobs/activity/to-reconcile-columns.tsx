import dynamic from "next/dynamic";
import { doubtTitle } from "#components/jobs/doubt-words";
import { PatientName } from "#components/jobs/patient-name";
import { words } from "#components/jobs/words.ts";
import { Button } from "#components/ui/button";
import type { Column } from "#components/ui/data-table/column.ts";
import { RelativeTime } from "#components/ui/relative-time";
import type { JobModel } from "#lib/job-record/model";

const reasonOf = (job: JobModel): string => job.waiting_reason ?? doubtTitle(job.standing.doubt);

interface ColumnsContext {
  /** Returns the name of a job's type. */
  typeName: (type: string) => string;
  onOpen: (jobId: number) => void;
}

/** Loaded if there is something to reconcile, into a line that is kept for it. */
const SoughtWords = dynamic(() => import("./sought-words.tsx").then((module) => module.SoughtWords), {
  loading: () => null,
});

/** The record to look for in the EMR, with what narrow tables have no column for. */
function Sought({ job, typeName }: { job: JobModel } & Pick<ColumnsContext, "typeName">) {
  return (
    <>
      <p className="font-medium">
        {typeName(job.type)} <span className="font-normal text-faint">{job.job_id}</span>
      </p>
      <p className="min-h-5 first-letter:uppercase">
        <SoughtWords job={job} />
      </p>
      <p className="text-muted @3xl:hidden">
        <PatientName of={job} />
      </p>
      <p className="text-muted @3xl:hidden">{reasonOf(job)}</p>
      <p className="text-xs text-faint @lg:hidden">
        {words.accepted} <RelativeTime at={job.created_at} />
      </p>
    </>
  );
}

/** Returns the columns of the jobs to reconcile. */
export const toReconcileColumns = (context: ColumnsContext): readonly Column<JobModel>[] => [
  {
    id: "sought",
    title: words.recordToFind,
    always: true,
    grow: 1,
    className: "align-top whitespace-normal",
    sort: ({ type }) => context.typeName(type),
    cell: (job) => <Sought job={job} typeName={context.typeName} />,
  },
  {
    id: "patient",
    title: words.patient,
    hideBelow: "3xl",
    className: "align-top",
    sort: ({ patient_name, patient_mrn }) => patient_name ?? patient_mrn ?? "",
    cell: (job) => <PatientName of={job} />,
  },
  {
    id: "reason",
    title: words.reason,
    hideBelow: "3xl",
    grow: 1,
    className: "align-top whitespace-normal",
    cell: (job) => <span className="text-muted">{reasonOf(job)}</span>,
  },
  {
    id: "created_at",
    title: words.accepted,
    end: true,
    hideBelow: "lg",
    className: "align-top",
    sort: ({ created_at }) => created_at,
    cell: ({ created_at }) => (
      <span className="text-muted">
        <RelativeTime at={created_at} />
      </span>
    ),
  },
  {
    id: "settle",
    title: words.settle,
    end: true,
    always: true,
    className: "align-top",
    cell: ({ job_id, type }) => (
      <Button
        size="sm"
        aria-label={`${words.settle} ${context.typeName(type)} ${job_id}`}
        onPress={() => context.onOpen(job_id)}
      >
        {words.settle}
      </Button>
    ),
  },
];
