import { Countdown } from "#components/jobs/countdown";
import { standingWords } from "#components/jobs/doubt-words";
import { jobGist } from "#components/jobs/job-gist";
import { nextAttemptOf } from "#components/jobs/next-attempt.ts";
import { PatientLink } from "#components/jobs/patient-link";
import { PatientName } from "#components/jobs/patient-name";
import type { Column } from "#components/ui/data-table/column.ts";
import { JobStatus } from "#components/ui/job-status";
import { isPlainClick, Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import type { JobModel, JobStanding } from "#lib/job-record/model";
import { words } from "./words.ts";

/** A job of the list with its newest known state. */
export interface ListedJob {
  job: JobModel;
  standing: JobStanding;
}

/** The data of the columns besides the job. */
interface Context {
  accountId: string;
  /** Returns the name of a job type. */
  typeName: (type: string) => string;
  /** Returns the name of a visit status. */
  statusName: (code: string) => string;
  onOpen: (jobId: number) => void;
}

/** Returns why a failed job failed, and which job followed it; "" for any other job. */
function failureWords({ job, standing }: ListedJob): string {
  if (standing.state !== "failed") return "";
  const followed = job.retried_as === null ? null : words.followedByJob(job.retried_as);
  return [followed, job.failure_reason].filter(Boolean).join(" · ");
}

/** Distinguishes the job from others of its type: its request, then its outcome or its next attempt. */
function Details({ listed, asked }: { listed: ListedJob; asked: string }) {
  const { job, standing } = listed;
  const failure = failureWords(listed);
  const summary = [standingWords(job, standing), asked].filter(Boolean).join(" · ");
  const next = standing.retrying ? nextAttemptOf(job) : null;
  const waitingFor = standing.retrying && next === null ? job.waiting_reason : null;
  return (
    <span className="block text-muted">
      {summary ? (
        <span className="block truncate first-letter:uppercase" title={summary}>
          {summary}
        </span>
      ) : null}
      {failure ? (
        <span className="line-clamp-2 text-xs wrap-anywhere whitespace-normal" title={failure}>
          {failure}
        </span>
      ) : null}
      {next ? (
        <span className="block truncate text-xs">
          {words.nextAttempt} <Countdown until={next} />
          {job.waiting_reason ? ` · ${job.waiting_reason}` : null}
        </span>
      ) : null}
      {waitingFor ? (
        <span className="block truncate text-xs" title={waitingFor}>
          {waitingFor}
        </span>
      ) : null}
    </span>
  );
}

/** Returns the columns of Activity. */
export const activityColumns = ({ accountId, typeName, statusName, onOpen }: Context): readonly Column<ListedJob>[] => [
  {
    id: "job_id",
    title: words.job,
    hideBelow: "lg",
    sort: ({ job }) => job.job_id,
    cell: ({ job }) => <span className="text-faint">{job.job_id}</span>,
  },
  {
    id: "type",
    title: words.operation,
    always: true,
    grow: 2,
    sort: ({ job }) => typeName(job.type),
    cell: (listed) => {
      const { job } = listed;
      const asked = jobGist(job, statusName);
      const failure = failureWords(listed);
      return (
        <>
          <Link
            coversRow
            href={`/a/${accountId}/jobs/${job.job_id}`}
            aria-label={`${typeName(job.type)} ${job.job_id}`}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              onOpen(job.job_id);
            }}
          >
            {typeName(job.type)}
          </Link>
          {asked ? (
            <span className="block truncate text-xs text-muted first-letter:uppercase @4xl:hidden">{asked}</span>
          ) : null}
          {failure ? (
            <span
              className="line-clamp-4 text-xs wrap-anywhere whitespace-normal text-muted @4xl:hidden"
              title={failure}
            >
              {failure}
            </span>
          ) : null}
          {job.patient_mrn ? (
            <span className="block truncate text-xs text-faint @lg:hidden">
              <PatientName of={job} />
            </span>
          ) : null}
          <span className="block truncate text-xs text-faint @md:hidden">
            <RelativeTime at={job.created_at} />
          </span>
        </>
      );
    },
  },
  {
    id: "patient",
    title: words.patient,
    grow: 3,
    hideBelow: "lg",
    sort: ({ job }) => job.patient_name ?? job.patient_mrn ?? "",
    cell: ({ job }) => <PatientLink of={job} />,
  },
  {
    id: "details",
    title: words.details,
    grow: 4,
    hideBelow: "4xl",
    cell: (listed) => <Details listed={listed} asked={jobGist(listed.job, statusName)} />,
  },
  {
    id: "status",
    title: words.status,
    sort: ({ standing }) => standing.state,
    cell: ({ job, standing }) => {
      const notice = standingWords(job, standing);
      return (
        <>
          <JobStatus
            status={standing.state}
            retrying={standing.retrying}
            needsPerson={standing.needs_person}
            retried={job.retried_as !== null}
          />
          {notice ? <span className="block text-xs text-muted @4xl:hidden">{notice}</span> : null}
        </>
      );
    },
  },
  {
    id: "by",
    title: words.by,
    hideBelow: "3xl",
    sort: ({ job }) => job.actor.name,
    cell: ({ job }) => (
      <span className="block max-w-40 truncate text-muted" title={job.actor.name}>
        {job.actor.name}
      </span>
    ),
  },
  {
    id: "attempts",
    title: words.attempts,
    end: true,
    optional: true,
    hideBelow: "4xl",
    sort: ({ job }) => job.attempts,
    cell: ({ job }) => job.attempts,
  },
  {
    id: "created_at",
    title: words.accepted,
    end: true,
    hideBelow: "md",
    sort: ({ job }) => job.created_at,
    cell: ({ job }) => (
      <span className="text-muted">
        <RelativeTime at={job.created_at} />
      </span>
    ),
  },
];
